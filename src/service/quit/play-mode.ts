import { callOutside, reportTo } from '../application-code.js';
import type { Host } from '../host.js';
import { showDialog } from '../prompts/show-dialog.js';
import { endApplication, type UnsavedChanges } from './quit-controller.js';

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

  /** @internal */
  constructor(host: Host, changes: UnsavedChanges, translate: (key: string) => string) {
    this.#host = host;
    this.#changes = changes;
    this.#translate = translate;
  }

  /** True when play mode ends; false while the dialog is up, or when no dialog can be shown, or the host cannot end it. */
  request(): boolean {
    if (this.#host.quit === undefined) return false;
    if (!this.#changes.hasUnsavedChanges) {
      this.#stop();
      return true;
    }
    return !this.#isAsking && this.#ask();
  }

  /** True when the dialog has answered at once that play mode ends as it is. */
  #ask(): boolean {
    const text = this.#translate;
    let choice: 'yes' | 'no' | 'cancel' | undefined;
    this.#isAsking = true;
    const dialog = showDialog(
      this.#host,
      {
        id: `play-mode-stop-${++this.#count}`,
        kind: 'playModeStop',
        title: text('playMode.unsaved.title'),
        message: text('playMode.unsaved.message'),
        buttons: [text('confirm.save'), text('confirm.dontSave'), text('confirm.cancel')],
      },
      (answer) => {
        choice = answer.choice;
        this.#isAsking = false;
        if (choice === 'yes') this.#saveAndStop();
        else if (choice === 'no') this.#stop();
      },
    );
    if (dialog === undefined) this.#isAsking = false;
    return choice === 'no';
  }

  #saveAndStop(): void {
    callOutside(reportTo(this.#host.log), 'Saving before play mode stops', async () => {
      if (await this.#changes.trySaveOrPrompt()) this.#stop();
    });
  }

  #stop(): void {
    endApplication(this.#host);
  }
}
