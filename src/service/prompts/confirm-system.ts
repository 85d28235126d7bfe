import { type ApplicationCode, callOutside, reportTo } from '../application-code.js';
import { blamingCaller } from '../classes/caller.js';
import { checkFunction, checkNames } from '../classes/nearest.js';
import type { EventStream } from '../events/event-stream.js';
import { valueText } from '../exception-text.js';
import type { Host, HostDialog } from '../host.js';
import { showDialog } from '../prompts/show-dialog.js';

export type ConfirmChoice = 'yes' | 'no' | 'cancel';

/** What a prompt asks. Keys are localization keys; each goes out with the host's own translation (PRM-1). */
export interface ConfirmRequest {
  readonly titleKey?: string;
  readonly messageKey: string;
  /** `Yes` when left out. */
  readonly yesKey?: string;
  /** `No` when left out. */
  readonly noKey?: string;
  /** Left out or empty, no surface offers to cancel; on the wire it is the empty text then. */
  readonly cancelKey?: string;
  readonly icon?: string;
}

/** A prompt as the host's own surfaces and scripts see it. */
interface PromptState {
  readonly id: string;
  readonly pending: boolean;
  readonly choice?: ConfirmChoice;
}

interface Pending {
  readonly id: string;
  readonly request: Required<ConfirmRequest>;
  readonly callback: (choice: ConfirmChoice) => unknown;
  /** Of the texts that it was raised with. */
  readonly characters: number;
  dialog: HostDialog | undefined;
  /** The stream's count of flushes when it was announced; undefined when nobody was there to be told. */
  announcedAt: number | undefined;
}

const defaults = {
  titleKey: 'confirm.title',
  yesKey: 'confirm.yes',
  noKey: 'confirm.no',
  cancelKey: '',
  icon: 'help',
};

/** The question of unsaved changes has answers of its own, whoever asks it. */
const saveLabels = { yesKey: 'confirm.save', noKey: 'confirm.dontSave', cancelKey: 'confirm.cancel' };
const labelsOf: ReadonlyMap<string, typeof saveLabels> = new Map([['quit.unsaved.message', saveLabels]]);

/** Prompts that may wait for an answer at once, and what their texts may take together, in characters (LIM-4). */
const mostPending = 1000;
const mostCharacters = 4 * 1024 * 1024;

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

/** Prompts that have been answered and are still listed. */
const rememberedPrompts = 100;

/**
 * Confirmation prompts on every surface at once: the host's dialog and every connected remote app. The first answer
 * wins, the other surfaces are dismissed, the callback runs once on the main thread (PRM-2 to 9).
 */
export class RemoteConfirmSystem {
  readonly #host: Host;
  readonly #code: ApplicationCode;
  readonly #stream: EventStream;
  readonly #translate: (key: string) => string;
  readonly #pending = new Map<string, Pending>();
  /** Of all that are pending. */
  #characters = 0;
  readonly #resolved: PromptState[] = [];
  #count = 0;

  /** @internal */
  constructor(host: Host, stream: EventStream, translate: (key: string) => string) {
    this.#host = host;
    this.#code = reportTo(host.log);
    this.#stream = stream;
    this.#translate = translate;
    if (host.dialogs?.isBlocking) {
      throw new Error(
        'A blocking dialog cannot show mirrored prompts: REST answers could not be served meanwhile',
      );
    }
    stream.onConnect(() => this.#pendingEvents());
    stream.onEmpty(() => this.#cancelUnseen());
  }

  /**
   * Raises a prompt; its id. Without a surface that could show it, it is cancelled at once (PRM-9), and so is one while very many
   * wait for an answer. `callback` may be called before this returns, when a dialog answers at once; what it throws, or rejects
   * with, is logged.
   */
  raise(request: ConfirmRequest, callback: (choice: ConfirmChoice) => unknown): string {
    blamingCaller(this.raise, () => checkRequest(request, callback));
    const id = `confirm-${++this.#count}`;
    const filled = { ...defaults, ...labelsOf.get(request.messageKey), ...request };
    const pending: Pending = {
      id,
      request: filled,
      callback,
      characters: Object.values(filled).reduce((sum, text) => sum + text.length, 0),
      dialog: undefined,
      announcedAt: undefined,
    };
    if (this.#pending.size >= mostPending || this.#characters + pending.characters > mostCharacters) {
      this.#host.log.write('Warning', `Cancelled the prompt ${id}: too many wait for an answer`);
      this.#settled(pending, 'cancel');
      return id;
    }
    this.#pending.set(id, pending);
    this.#characters += pending.characters;
    const texts = this.#texts(pending);
    // Before the dialog, which may answer at once: apps hear of the prompt first, and then that it is resolved.
    if (this.#stream.active) pending.announcedAt = this.#stream.flushes;
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
    else if (!this.#isSeen(pending)) this.settle(id, 'cancel');
    return id;
  }

  /**
   * Takes an answer; false when another surface was faster or there is no such prompt (PRM-4, 6, 7).
   * @param by the client that answers, or `host` for its dialog; left out where nobody does
   */
  settle(id: string, choice: ConfirmChoice, by?: string): boolean {
    const pending = this.#pending.get(id);
    if (pending === undefined) return false;
    this.#pending.delete(id);
    this.#characters -= pending.characters;
    pending.dialog?.close();
    this.#stream.emit('confirm_dismiss', JSON.stringify({ id, choice, by }).slice(1, -1));
    this.#settled(pending, choice);
    return true;
  }

  #settled({ id, callback }: Pending, choice: ConfirmChoice): void {
    this.#resolved.push({ id, pending: false, choice });
    if (this.#resolved.length > rememberedPrompts) this.#resolved.shift();
    callOutside(this.#code, 'What follows a prompt', () => callback(choice));
  }

  /** Cancels what is pending and forgets what was answered. @internal */
  reset(): void {
    for (const id of [...this.#pending.keys()]) this.settle(id, 'cancel');
    this.#resolved.length = 0;
  }

  /** Prompts, the pending ones last. @internal */
  get states(): readonly PromptState[] {
    return [...this.#resolved, ...[...this.#pending.keys()].map((id) => ({ id, pending: true }))];
  }

  #isSeen({ dialog }: Pending): boolean {
    return dialog !== undefined || this.#stream.subscribers > 0;
  }

  /** The last remote app has gone: what nobody else shows is cancelled. */
  #cancelUnseen(): void {
    for (const pending of [...this.#pending.values()])
      if (!this.#isSeen(pending)) this.settle(pending.id, 'cancel');
  }

  #pendingEvents() {
    // What has not gone out yet, an app that connects now hears with the others.
    const known = [...this.#pending.values()].filter(
      ({ announcedAt }) => announcedAt !== this.#stream.flushes,
    );
    return known.map((pending) => ({ kind: 'confirm_request' as const, members: this.#members(pending) }));
  }

  #members(pending: Pending): string {
    const { id, request } = pending;
    return JSON.stringify({ id, ...request, ...this.#texts(pending) }).slice(1, -1);
  }

  #texts({ request }: Pending) {
    return {
      title: this.#translate(request.titleKey),
      message: this.#translate(request.messageKey),
      yes: this.#translate(request.yesKey),
      no: this.#translate(request.noKey),
      cancel: request.cancelKey === '' ? '' : this.#translate(request.cancelKey),
    };
  }
}
