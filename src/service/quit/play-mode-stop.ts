import type { ConfirmChoice } from '../../wire/confirm-choices.js';
import { callOutside, reportTo } from '../common/application-code.js';
import type { Host } from '../host.js';
import { showDialog } from '../prompts/show-dialog.js';
import { endApplication, type UnsavedChanges } from './quit-controller.js';

/**
 * Stops play mode in the editor. Unsaved changes open a local dialog, which remote apps do not see (QUT-7). It does not
 * block, so the service continues to run.
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

  /**
   * Returns true if play mode ends; false while the dialog is open, no dialog can be shown or the host cannot end it.
   */
  request(): boolean {
    if (this.#host.quit === undefined) return false;
    if (!this.#changes.hasUnsavedChanges) {
      this.#stop();
      return true;
    }
    return !this.#isAsking && this.#ask();
  }

  /** Returns true if the dialog immediately answered not to save. */
  #ask(): boolean {
    const translate = this.#translate;
    let choice: ConfirmChoice | undefined;
    this.#isAsking = true;
    const dialog = showDialog(
      this.#host,
      {
        id: `play-mode-stop-${++this.#count}`,
        kind: 'playModeStop',
        title: translate('playMode.unsaved.title'),
        message: translate('playMode.unsaved.message'),
        buttons: [translate('confirm.save'), translate('confirm.dontSave'), translate('confirm.cancel')],
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
