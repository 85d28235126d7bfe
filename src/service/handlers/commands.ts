import type { HostClock } from '../host.js';
import type { Route } from '../http/api.js';
import type { QuitController } from '../quit/quit-controller.js';
import type { Translate } from '../types/descriptors.js';
import { withFileErrors } from './files.js';
import { timestamp } from './timestamp.js';

/**
 * `POST /api/commands/quit` and `/api/commands/reset` (QUT-1, QUT-2).
 * @param deleteSavedData deletes what the project has saved
 */
export function commandRoutes(
  quit: QuitController,
  deleteSavedData: () => Promise<void>,
  clock: HostClock,
  translate: Translate,
): Route[] {
  const declined = (key: string, confirmId?: string) => {
    const message = translate(key);
    return JSON.stringify({ success: false, declined: true, message, confirmId, ...timestamp(clock) });
  };
  const requestQuit = async () => {
    const { accepted, confirmId, isUnconfirmed, isUnsupported } = await quit.request();
    if (accepted) return JSON.stringify({ success: true, message: quitInitiated, ...timestamp(clock) });
    if (isUnsupported) return declined('quit.unsupported');
    if (isUnconfirmed) return declined('quit.unconfirmed', confirmId);
    return declined(confirmId === undefined ? 'quit.declined' : 'quit.declinedUnsaved', confirmId);
  };
  const reset = async () => {
    // The deletion takes effect at the next start, so an application that cannot quit must not do it.
    if (!quit.isSupported) return declined('quit.unsupported');
    await withFileErrors(deleteSavedData);
    quit.force();
    return JSON.stringify({ success: true, message: translate('reset.initiated'), ...timestamp(clock) });
  };
  return [
    { method: 'POST', path: '/api/commands/quit', handle: requestQuit },
    { method: 'POST', path: '/api/commands/reset', handle: reset },
  ];
}

/** The message that remote apps expect (wire.md section 2). */
const quitInitiated = 'Application quit initiated.';
