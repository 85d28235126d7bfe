import { reasonOf } from '../common/exception-text.js';
import type { Host } from '../host.js';
import { showDialog } from '../prompts/show-dialog.js';
import type { Translate } from '../types/descriptors.js';
import type { LiveSceneSaveSystem } from './live-scene-save-system.js';

const unaskable =
  'The live scene was not saved: none is open, and this host cannot ask for a path; save to one first, for example with POST /api/live/save {"path":"show"}';

/** Saves to the current path; if there is none, opens the platform's Save As picker (OPS-5, OPS-6). */
export class SaveOrPrompt {
  readonly #host: Host;
  readonly #live: LiveSceneSaveSystem;
  readonly #translate: Translate;
  #count = 0;

  constructor(host: Host, live: LiveSceneSaveSystem, translate: Translate) {
    this.#host = host;
    this.#live = live;
    this.#translate = translate;
  }

  /**
   * Resolves to true if the scene was saved; false if the picker was cancelled or cannot be shown, or the save
   * failed.
   */
  async trySaveOrPrompt(): Promise<boolean> {
    const path = this.#live.currentPath ?? (await this.#pick());
    if (path === undefined) return false;
    try {
      await this.#live.save(path);
      return true;
    } catch (error) {
      this.#host.log.write('Error', `The live scene was not saved: ${reasonOf(error)}`);
      return false;
    }
  }

  /** Shows the Save As picker of the editor or the player, and returns the chosen path. */
  #pick(): Promise<string | undefined> {
    const { application } = this.#host;
    return new Promise((resolve) => {
      const dialog = showDialog(
        this.#host,
        {
          id: `save-as-${++this.#count}`,
          kind: 'saveAs',
          title: this.#translate(`saveAs.${application.mode}.title`),
          message: this.#live.project.path,
          buttons: [this.#translate('confirm.save'), this.#translate('confirm.cancel')],
        },
        ({ path }) => resolve(path),
      );
      if (dialog !== undefined) return;
      this.#host.log.write('Error', unaskable);
      resolve(undefined);
    });
  }
}
