import type { Host } from '../host.js';
import { endApplication } from './end-application.js';
import type { UnsavedChanges } from './quit-controller.js';

/**
 * Stopping play mode in the editor: unsaved changes raise a local dialog, which no remote app sees (QUT-7). It does not
 * block either, so that the service goes on.
 */
export class PlayModeStop {
  readonly #host: Host;
  readonly #changes: UnsavedChanges;
  readonly #translate: (key: string) => string;
  #count = 0;
  #isAsking = false;

  constructor(host: Host, changes: UnsavedChanges, translate: (key: string) => string) {
    this.#host = host;
    this.#changes = changes;
    this.#translate = translate;
  }

  /** True when play mode ends; false while the dialog is up, or when no dialog can be shown. */
  request(): boolean {
    if (!this.#changes.hasUnsavedChanges) {
      this.#stop();
      return true;
    }
    if (!this.#isAsking) this.#ask();
    return false;
  }

  #ask(): void {
    const text = this.#translate;
    const dialog = this.#host.dialogs?.show(
      {
        id: `play-mode-stop-${++this.#count}`,
        kind: 'playModeStop',
        title: text('playMode.unsaved.title'),
        message: text('playMode.unsaved.message'),
        buttons: [text('confirm.save'), text('confirm.dontSave'), text('confirm.cancel')],
      },
      ({ choice }) => {
        this.#isAsking = false;
        if (choice === 'yes') void this.#saveAndStop();
        else if (choice === 'no') this.#stop();
      },
    );
    this.#isAsking = dialog !== undefined;
  }

  async #saveAndStop(): Promise<void> {
    if (await this.#changes.trySaveOrPrompt()) this.#stop();
  }

  #stop(): void {
    endApplication(this.#host);
  }
}
