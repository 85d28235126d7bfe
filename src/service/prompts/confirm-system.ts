import { type ConfirmChoice, confirmChoices } from '../../wire/confirm-choices.js';
import { blamingCaller } from '../classes/caller.js';
import { type ApplicationCode, callOutside, reportTo } from '../common/application-code.js';
import { checkChoice, checkFunction, checkNames } from '../common/check-options.js';
import { valueText } from '../common/exception-text.js';
import type { EventStream } from '../events/event-stream.js';
import type { Host, HostDialog } from '../host.js';
import { showDialog } from '../prompts/show-dialog.js';

/** The content of a prompt. Keys are localization keys, sent together with the host's translation (PRM-1). */
export interface ConfirmRequest {
  readonly titleKey?: string;
  readonly messageKey: string;
  /** Default: `Yes`. */
  readonly yesKey?: string;
  /** Default: `No`. */
  readonly noKey?: string;
  /** If omitted or empty, no surface offers to cancel, and the wire carries the empty string. */
  readonly cancelKey?: string;
  readonly icon?: string;
}

/** A prompt as the host's own surfaces and scripts see it. */
interface PromptState {
  readonly id: string;
  readonly pending: boolean;
  readonly choice?: ConfirmChoice;
}

interface PendingPrompt {
  readonly id: string;
  readonly request: Required<ConfirmRequest>;
  readonly callback: (choice: ConfirmChoice) => unknown;
  /** Characters of the texts that it was raised with. */
  readonly textChars: number;
  dialog: HostDialog | undefined;
  /** The stream's flush count when it was announced; undefined if no app was connected. */
  announcedAt: number | undefined;
}

const defaults = {
  titleKey: 'confirm.title',
  yesKey: 'confirm.yes',
  noKey: 'confirm.no',
  cancelKey: '',
  icon: 'help',
};

/** The prompt about unsaved changes has its own labels, whoever raises it. */
const saveLabels = { yesKey: 'confirm.save', noKey: 'confirm.dontSave', cancelKey: 'confirm.cancel' };
const labelsByMessage: ReadonlyMap<string, typeof saveLabels> = new Map([
  ['quit.unsaved.message', saveLabels],
]);

/** Maximum number of pending prompts and of the characters of their texts (LIM-4). */
const maxPending = 1000;
const maxTextChars = 4 * 1024 * 1024;

const requestNames = {
  titleKey: true,
  messageKey: true,
  yesKey: true,
  noKey: true,
  cancelKey: true,
  icon: true,
} satisfies Record<keyof ConfirmRequest, true>;

/** @throws Error */
function checkRequest(request: ConfirmRequest, callback: unknown): void {
  checkNames('raise', request, requestNames, "{ messageKey: 'Load the main scene?' }");
  for (const name of Object.keys(requestNames) as (keyof ConfirmRequest)[]) {
    const text: unknown = request[name];
    if (typeof text === 'string' || (text === undefined && name !== 'messageKey')) continue;
    throw new Error(`raise: ${name} must be a string, and is ${valueText(text)}`);
  }
  checkFunction('raise', callback, "(choice) => choice === 'yes' && load()");
}

/** Number of answered prompts that are still listed. */
const maxListedPrompts = 100;

/**
 * Shows confirmation prompts on all surfaces: the host's dialog and every connected remote app. The first answer
 * counts, the other surfaces are dismissed, and the callback runs once on the main thread (PRM-2 to 9).
 */
export class RemoteConfirmSystem {
  readonly #host: Host;
  readonly #code: ApplicationCode;
  readonly #stream: EventStream;
  readonly #translate: (key: string) => string;
  readonly #pending = new Map<string, PendingPrompt>();
  /** Characters of all pending prompts. */
  #pendingChars = 0;
  readonly #resolved: PromptState[] = [];
  #count = 0;

  /** @internal */
  constructor(host: Host, stream: EventStream, translate: (key: string) => string) {
    this.#host = host;
    this.#code = reportTo(host.log);
    this.#stream = stream;
    this.#translate = translate;
    if (host.dialogs?.isBlocking) {
      throw new Error('A blocking dialog cannot show mirrored prompts: it prevents answers over REST');
    }
    stream.addInitialEvents(() => this.#initialEvents());
    stream.onEmpty(() => this.#cancelHidden());
  }

  /**
   * Raises a prompt and returns its id. It is cancelled immediately if no surface can show it (PRM-9) or too many are
   * pending. `callback` may be called before this returns, if a dialog answers immediately; its errors and rejections
   * are logged.
   */
  raise(request: ConfirmRequest, callback: (choice: ConfirmChoice) => unknown): string {
    blamingCaller(this.raise, () => checkRequest(request, callback));
    const id = `confirm-${++this.#count}`;
    const fullRequest = { ...defaults, ...labelsByMessage.get(request.messageKey), ...request };
    const pending: PendingPrompt = {
      id,
      request: fullRequest,
      callback,
      textChars: Object.values(fullRequest).reduce((sum, text) => sum + text.length, 0),
      dialog: undefined,
      announcedAt: undefined,
    };
    if (this.#pending.size >= maxPending || this.#pendingChars + pending.textChars > maxTextChars) {
      this.#host.log.write('Warning', `Cancelled the prompt ${id}: too many wait for an answer`);
      this.#complete(pending, 'cancel');
      return id;
    }
    this.#pending.set(id, pending);
    this.#pendingChars += pending.textChars;
    const texts = this.#texts(pending);
    // Sent before the dialog opens, which may answer immediately, so that apps receive the prompt before its answer.
    if (this.#stream.isRecording) pending.announcedAt = this.#stream.flushCount;
    this.#stream.emit('confirm_request', this.#members(pending));
    pending.dialog = showDialog(
      this.#host,
      {
        id,
        kind: 'confirm',
        title: texts.title,
        message: texts.message,
        buttons:
          pending.request.cancelKey === '' ? [texts.yes, texts.no] : [texts.yes, texts.no, texts.cancel],
      },
      ({ choice }) => void this.settle(id, choice, 'host'),
    );
    if (!this.#pending.has(id)) pending.dialog?.close();
    else if (!this.#isShown(pending)) this.settle(id, 'cancel');
    return id;
  }

  /**
   * Settles a prompt; returns false if another surface was faster or there is no such prompt (PRM-4, 6, 7).
   * @param by the client that answers, or `host` for its dialog; omitted without an answer
   */
  settle(id: string, choice: ConfirmChoice, by?: string): boolean {
    blamingCaller(this.settle, () => {
      if (choice === undefined) throw new Error(`settle ${id}: a choice is missing: yes, no or cancel`);
      checkChoice(`settle ${id}: the choice`, choice, confirmChoices);
    });
    const pending = this.#pending.get(id);
    if (pending === undefined) return false;
    this.#pending.delete(id);
    this.#pendingChars -= pending.textChars;
    pending.dialog?.close();
    this.#stream.emit('confirm_dismiss', JSON.stringify({ id, choice, by }).slice(1, -1));
    this.#complete(pending, choice);
    return true;
  }

  #complete({ id, callback }: PendingPrompt, choice: ConfirmChoice): void {
    this.#resolved.push({ id, pending: false, choice });
    if (this.#resolved.length > maxListedPrompts) this.#resolved.shift();
    callOutside(this.#code, 'What follows a prompt', () => callback(choice));
  }

  /** Cancels pending prompts and forgets answered ones. @internal */
  reset(): void {
    for (const id of [...this.#pending.keys()]) this.settle(id, 'cancel');
    this.#resolved.length = 0;
  }

  /** All listed prompts, the pending ones last. @internal */
  get states(): readonly PromptState[] {
    return [...this.#resolved, ...[...this.#pending.keys()].map((id) => ({ id, pending: true }))];
  }

  #isShown({ dialog }: PendingPrompt): boolean {
    return dialog !== undefined || this.#stream.subscriberCount > 0;
  }

  /** Cancels the prompts that no surface shows any more, after the last remote app has disconnected. */
  #cancelHidden(): void {
    for (const pending of [...this.#pending.values()])
      if (!this.#isShown(pending)) this.settle(pending.id, 'cancel');
  }

  #initialEvents() {
    // An app that connects now receives announcements that were not flushed yet with all other apps.
    const announced = [...this.#pending.values()].filter(
      ({ announcedAt }) => announcedAt !== this.#stream.flushCount,
    );
    return announced.map((pending) => ({
      kind: 'confirm_request' as const,
      members: this.#members(pending),
    }));
  }

  #members(pending: PendingPrompt): string {
    const { id, request } = pending;
    return JSON.stringify({ id, ...request, ...this.#texts(pending) }).slice(1, -1);
  }

  #texts({ request }: PendingPrompt) {
    return {
      title: this.#translate(request.titleKey),
      message: this.#translate(request.messageKey),
      yes: this.#translate(request.yesKey),
      no: this.#translate(request.noKey),
      cancel: request.cancelKey === '' ? '' : this.#translate(request.cancelKey),
    };
  }
}
