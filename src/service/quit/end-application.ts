import { reportTo } from '../application-code.js';
import type { Host } from '../host.js';
import { platform } from '../platform.js';

/**
 * Has the host end the application, once whoever asked for it has got an answer. What the application's own code throws or
 * rejects with costs only itself: it is logged, and `onFailed` is called.
 */
export function endApplication(host: Host, onFailed: () => void = () => {}): void {
  platform.setImmediate(async () => {
    try {
      await host.quit?.();
    } catch (error) {
      reportTo(host.log).report('Quitting failed', error);
      onFailed();
    }
  });
}
