import { type ApplicationCode, promiseOf, reportTo } from '../application-code.js';
import { blamingCaller } from '../classes/caller.js';
import { checkFunction } from '../classes/nearest.js';
import type { Host, Unsubscribe } from '../host.js';
import { platform } from '../platform.js';
import type { ConfirmChoice, RemoteConfirmSystem } from '../prompts/confirm-system.js';
import { tooLate, within } from '../time-limit.js';

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

/** Asked before the application quits; `false` is a veto, and so is a promise of it. */
export type QuitGate = () => unknown;

/** The quit waits so long for a gate's promise, in milliseconds of host time; then it goes on as if the gate had failed. */
const longestGateMs = 10_000;

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
  readonly #code: ApplicationCode;
  readonly #gates = new Set<QuitGate>();
  #pendingPrompt: string | undefined;
  /** A request that is being decided: whoever asks meanwhile gets the same answer. */
  #deciding: Promise<QuitAnswer> | undefined;
  /** What the answer to the prompt comes to, until that is known. */
  #following: Promise<QuitAnswer> | undefined;
  #isQuitting = false;

  /** @internal */
  constructor(host: Host, prompts: RemoteConfirmSystem, changes: UnsavedChanges, autoSave: boolean) {
    this.#host = host;
    this.#code = reportTo(host.log);
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

  /** Adds a gate. One that throws, rejects or takes longer than 10 s is logged and ignored (QUT-11). */
  onQuitRequesting(gate: QuitGate): Unsubscribe {
    blamingCaller(this.onQuitRequesting, () => checkFunction('onQuitRequesting', gate, '() => !isRendering'));
    this.#gates.add(gate);
    return () => void this.#gates.delete(gate);
  }

  /** Asks the application to quit: the REST request, and the player's wantsToQuit. */
  request(): Promise<QuitAnswer> {
    if (!this.isSupported) return Promise.resolve({ accepted: false, isUnsupported: true });
    if (this.#isQuitting) return Promise.resolve({ accepted: true });
    if (this.#following !== undefined) return this.#following;
    this.#deciding ??= this.#answer().finally(() => {
      this.#deciding = undefined;
    });
    return this.#deciding;
  }

  /** Quits without asking anybody, after the saved data was deleted. */
  force(): void {
    this.#quit();
  }

  async #answer(): Promise<QuitAnswer> {
    const isVetoed = await this.#isVetoed();
    // The prompt of an earlier request was answered meanwhile.
    if (this.#isQuitting) return { accepted: true };
    if (this.#following !== undefined) return this.#following;
    const { hasUnsavedChanges } = this.#changes;
    if (!isVetoed && !hasUnsavedChanges) return this.#quit();
    if (!isVetoed && this.autoSave && this.#changes.canSaveSilently) {
      return (await this.#changes.trySaveOrPrompt()) ? this.#quit() : { accepted: false };
    }
    return hasUnsavedChanges ? this.#ask() : { accepted: false };
  }

  /** One prompt is enough, however often quitting is requested. */
  #ask(): QuitAnswer | Promise<QuitAnswer> {
    if (this.#pendingPrompt !== undefined) return { accepted: false, confirmId: this.#pendingPrompt };
    let followed: Promise<QuitAnswer> | undefined;
    const confirmId = this.#prompts.raise(
      { titleKey: 'quit.unsaved.title', messageKey: 'quit.unsaved.message', icon: 'save' },
      (choice) => {
        this.#pendingPrompt = undefined;
        followed = this.#follow(choice).finally(() => {
          this.#following = undefined;
        });
        this.#following = followed;
        return followed;
      },
    );
    // Answered while it was raised, by a dialog that does so at once or for want of anybody to ask: this request knows.
    if (followed !== undefined)
      return followed.then(({ accepted }) => (accepted ? { accepted } : { accepted, confirmId }));
    this.#pendingPrompt = confirmId;
    return { accepted: false, confirmId };
  }

  /** The answer starts a new quit request (QUT-4); what is unsaved was decided upon. */
  async #follow(choice: ConfirmChoice): Promise<QuitAnswer> {
    if (choice === 'cancel') return { accepted: false };
    if (choice === 'yes' && !(await this.#changes.trySaveOrPrompt())) return { accepted: false };
    return (await this.#isVetoed()) ? { accepted: false } : this.#quit();
  }

  /** All gates are asked at once; a slow one does not take the time of another. */
  async #isVetoed(): Promise<boolean> {
    const answers = [...this.#gates].map((gate) => this.#askGate(gate));
    return (await Promise.all(answers)).includes(true);
  }

  async #askGate(gate: QuitGate): Promise<boolean> {
    try {
      const answer = gate();
      const later = promiseOf(answer);
      if (later === undefined) return answer === false;
      const settled = await within(this.#host, longestGateMs, later);
      if (settled !== tooLate) return settled === false;
      later.catch((error: unknown) => this.#code.report('A quit gate failed', error));
      this.#host.log.write(
        'Error',
        `A quit gate has not answered in ${longestGateMs / 1000} s: the quit goes on`,
      );
    } catch (error) {
      this.#code.report('A quit gate failed', error);
    }
    return false;
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
