import type { ConfirmChoice } from '../../wire/confirm-choices.js';
import { blamingCaller } from '../classes/caller.js';
import { type ApplicationCode, promiseOf, reportTo } from '../common/application-code.js';
import { checkFunction } from '../common/check-options.js';
import { platform } from '../common/platform.js';
import { timedOut, withTimeout } from '../common/time-limit.js';
import type { Host, Unsubscribe } from '../host.js';
import type { RemoteConfirmSystem } from '../prompts/confirm-system.js';

/** The result of a quit request. */
export interface QuitAnswer {
  readonly accepted: boolean;
  /** The id of the prompt about unsaved changes. */
  readonly confirmId?: string;
  /** True if that prompt is settled already: a dialog declined immediately, or no surface could show it. */
  readonly isUnconfirmed?: boolean;
  /** True if this application cannot be ended by a request. */
  readonly isUnsupported?: boolean;
}

/** The unsaved changes, as the quit flow uses them. */
export interface UnsavedChanges {
  readonly hasUnsavedChanges: boolean;
  /** True if a save would not have to ask for a path. */
  readonly canSaveSilently: boolean;
  trySaveOrPrompt(): Promise<boolean>;
}

/** Called before the application quits; `false`, or a promise of it, is a veto. */
export type QuitGate = () => unknown;

/** Maximum milliseconds of host time that a quit waits for a gate; then the gate counts as failed. */
const gateTimeoutMs = 10_000;

/**
 * Handles quit requests, remote and local (service-spec.md, "Quit flow"): gates may veto, and unsaved changes raise the
 * mirrored prompt, whose answer is a new request. In the editor this precedes the end of play mode (QUT-5, QUT-6).
 */
export class QuitController {
  readonly #host: Host;
  readonly #prompts: RemoteConfirmSystem;
  readonly #changes: UnsavedChanges;
  /** True to save unsaved changes when quitting instead of asking. */
  autoSave: boolean;
  readonly #code: ApplicationCode;
  readonly #gates = new Set<QuitGate>();
  #pendingPrompt: string | undefined;
  /** A request in progress; further requests get the same result. */
  #requestInProgress: Promise<QuitAnswer> | undefined;
  /** The result of the answer to the prompt, until it is known. */
  #answerInProgress: Promise<QuitAnswer> | undefined;
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

  /** True if the host can end the application. */
  get isSupported(): boolean {
    return this.#host.quit !== undefined;
  }

  /** Resets the state for a service that starts again, since the application has not ended. */
  begin(): void {
    this.#isQuitting = false;
  }

  /** Adds a gate. A gate that throws, rejects or takes longer than 10 s is logged and ignored (QUT-11). */
  onQuitRequesting(gate: QuitGate): Unsubscribe {
    blamingCaller(this.onQuitRequesting, () => checkFunction('onQuitRequesting', gate, '() => !isRendering'));
    this.#gates.add(gate);
    return () => void this.#gates.delete(gate);
  }

  /** Requests a quit, for the REST request and the player's wantsToQuit. */
  request(): Promise<QuitAnswer> {
    if (!this.isSupported) return Promise.resolve({ accepted: false, isUnsupported: true });
    if (this.#isQuitting) return Promise.resolve({ accepted: true });
    if (this.#answerInProgress !== undefined) return this.#answerInProgress;
    this.#requestInProgress ??= this.#decide().finally(() => {
      this.#requestInProgress = undefined;
    });
    return this.#requestInProgress;
  }

  /** Quits without gates and prompts, after the saved data was deleted. */
  force(): void {
    this.#quit();
  }

  async #decide(): Promise<QuitAnswer> {
    const isVetoed = await this.#isVetoed();
    // The prompt of an earlier request may have been answered in the meantime.
    if (this.#isQuitting) return { accepted: true };
    if (this.#answerInProgress !== undefined) return this.#answerInProgress;
    const { hasUnsavedChanges } = this.#changes;
    if (!isVetoed && !hasUnsavedChanges) return this.#quit();
    if (!isVetoed && this.autoSave && this.#changes.canSaveSilently) {
      return (await this.#changes.trySaveOrPrompt()) ? this.#quit() : { accepted: false };
    }
    return hasUnsavedChanges ? this.#ask() : { accepted: false };
  }

  /** Raises the prompt, unless it is pending already. */
  #ask(): QuitAnswer | Promise<QuitAnswer> {
    if (this.#pendingPrompt !== undefined) return { accepted: false, confirmId: this.#pendingPrompt };
    let result: Promise<QuitAnswer> | undefined;
    const confirmId = this.#prompts.raise(
      { titleKey: 'quit.unsaved.title', messageKey: 'quit.unsaved.message', icon: 'save' },
      (choice) => {
        this.#pendingPrompt = undefined;
        result = this.#handleAnswer(choice).finally(() => {
          this.#answerInProgress = undefined;
        });
        this.#answerInProgress = result;
        return result;
      },
    );
    // The result is known already if a dialog answered immediately or no surface could show the prompt.
    if (result !== undefined)
      return result.then(({ accepted }) =>
        accepted ? { accepted } : { accepted, confirmId, isUnconfirmed: true },
      );
    this.#pendingPrompt = confirmId;
    return { accepted: false, confirmId };
  }

  /** Handles the answer as a new quit request (QUT-4); unsaved changes were decided already. */
  async #handleAnswer(choice: ConfirmChoice): Promise<QuitAnswer> {
    if (choice === 'cancel') return { accepted: false };
    if (choice === 'yes' && !(await this.#changes.trySaveOrPrompt())) return { accepted: false };
    return (await this.#isVetoed()) ? { accepted: false } : this.#quit();
  }

  /** Calls all gates concurrently, so that a slow one does not delay the others. */
  async #isVetoed(): Promise<boolean> {
    const answers = [...this.#gates].map((gate) => this.#askGate(gate));
    return (await Promise.all(answers)).includes(true);
  }

  async #askGate(gate: QuitGate): Promise<boolean> {
    try {
      const answer = gate();
      const pending = promiseOf(answer);
      if (pending === undefined) return answer === false;
      const settled = await withTimeout(this.#host, gateTimeoutMs, pending);
      if (settled !== timedOut) return settled === false;
      pending.catch((error: unknown) => this.#code.report('A quit gate failed', error));
      this.#host.log.write(
        'Error',
        `A quit gate has not answered in ${gateTimeoutMs / 1000} s: the quit goes on`,
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
 * Makes the host end the application, after the caller has received its response. Errors and rejections of the
 * application are logged, and `onFailed` is called.
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
