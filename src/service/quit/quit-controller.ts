import { exceptionText } from '../exception-text.js';
import type { Host, Unsubscribe } from '../host.js';
import type { RemoteConfirmSystem } from '../prompts/confirm-system.js';
import { endApplication } from './end-application.js';

/** What a quit request came to. */
export interface QuitAnswer {
  readonly accepted: boolean;
  /** The prompt that asks what to do with unsaved changes. */
  readonly confirmId?: string;
  /** True when this application cannot be ended by a request at all. */
  readonly isUnsupported?: boolean;
}

/** What quitting needs to know of unsaved changes. */
export interface UnsavedChanges {
  readonly hasUnsavedChanges: boolean;
  /** True when a save would not have to ask where to. */
  readonly canSaveSilently: boolean;
  trySaveOrPrompt(): Promise<boolean>;
}

/** Asked before the application quits; `false` is a veto. */
export type QuitGate = () => unknown;

/**
 * Quitting (service-spec.md, "Quit flow"): gates may veto, unsaved changes raise the mirrored prompt, and the answer
 * that confirms is a new quit request. Remote and local requests take the same way; in the editor it is gone before play
 * mode is forced off, since that cannot be taken back (QUT-5, QUT-6).
 */
export class QuitController {
  readonly #host: Host;
  readonly #prompts: RemoteConfirmSystem;
  readonly #changes: UnsavedChanges;
  /** Saves unsaved changes when quitting instead of asking. */
  autoSave: boolean;
  readonly #gates = new Set<QuitGate>();
  #pendingPrompt: string | undefined;
  #isQuitting = false;

  constructor(host: Host, prompts: RemoteConfirmSystem, changes: UnsavedChanges, autoSave: boolean) {
    this.#host = host;
    this.#prompts = prompts;
    this.#changes = changes;
    this.autoSave = autoSave;
  }

  /** True once a quit was accepted. */
  get isQuitting(): boolean {
    return this.#isQuitting;
  }

  /** True when the application can be ended from here: its host has a way to. */
  get isSupported(): boolean {
    return this.#host.quit !== undefined;
  }

  /** For a service that starts anew: the application that was to end goes on. */
  begin(): void {
    this.#isQuitting = false;
  }

  /** Adds a gate. One that throws is logged and ignored (QUT-11). */
  onQuitRequesting(gate: QuitGate): Unsubscribe {
    this.#gates.add(gate);
    return () => void this.#gates.delete(gate);
  }

  /** Asks the application to quit: the REST request, and the player's wantsToQuit. */
  async request(): Promise<QuitAnswer> {
    if (!this.isSupported) return { accepted: false, isUnsupported: true };
    if (this.#isQuitting) return { accepted: true };
    const isVetoed = this.#isVetoed();
    const { hasUnsavedChanges } = this.#changes;
    if (!isVetoed && !hasUnsavedChanges) return this.#quit();
    if (!isVetoed && this.autoSave && this.#changes.canSaveSilently) {
      return (await this.#changes.trySaveOrPrompt()) ? this.#quit() : { accepted: false };
    }
    return hasUnsavedChanges ? { accepted: false, confirmId: this.#ask() } : { accepted: false };
  }

  /** Quits without asking anybody, after the saved data was deleted. */
  force(): void {
    this.#quit();
  }

  /** One prompt is enough, however often quitting is requested. */
  #ask(): string {
    this.#pendingPrompt ??= this.#prompts.raise(
      { titleKey: 'quit.unsaved.title', messageKey: 'quit.unsaved.message', icon: 'save' },
      (choice) => {
        this.#pendingPrompt = undefined;
        if (choice === 'yes') void this.#saveAndQuit();
        // The answer starts a new quit request (QUT-4); what is unsaved was decided upon.
        else if (choice === 'no' && !this.#isVetoed()) this.#quit();
      },
    );
    return this.#pendingPrompt;
  }

  async #saveAndQuit(): Promise<void> {
    if ((await this.#changes.trySaveOrPrompt()) && !this.#isVetoed()) this.#quit();
  }

  #isVetoed(): boolean {
    let isVetoed = false;
    for (const gate of this.#gates) {
      try {
        isVetoed = gate() === false || isVetoed;
      } catch (error) {
        this.#host.log.write('Exception', `A quit gate failed: ${exceptionText(error)}`);
      }
    }
    return isVetoed;
  }

  #quit(): QuitAnswer {
    if (!this.#isQuitting) {
      this.#isQuitting = true;
      endApplication(this.#host, () => {
        this.#isQuitting = false;
      });
    }
    return { accepted: true };
  }
}
