import { close, open } from 'node:fs';
import { devNull } from 'node:os';
import { platform } from '../common/platform.js';

const checkMs = 1000;

/** Reports that no file descriptor is left; engines then drop or stall connections without an error. */
export class FileDescriptorWatch {
  readonly #report: (message: string) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  watch(): void {
    this.#timer ??= platform.setInterval(() => this.#check(), checkMs).unref();
  }

  end(): void {
    platform.clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    open(devNull, (error, descriptor) => {
      if (error === null) close(descriptor);
      else if (error.code === 'EMFILE' || error.code === 'ENFILE')
        this.#report(
          'No file descriptor is left: the service cannot accept connections or open files; raise the limit (ulimit -n, or LimitNOFILE of systemd)',
        );
    });
  }
}
