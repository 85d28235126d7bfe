import type { Notice } from '../service/events/delivery.js';
import type { StreamEvent } from '../service/events/stream-event.js';

/** Prompt events that are remembered for invitations that are older than they are. */
const remembered = 256;

interface PromptEvent {
  readonly seq: number;
  readonly id: string;
  /** Undefined for one that was resolved. */
  readonly notice: Notice | undefined;
}

/** The prompts that wait for an answer: those of which the host told at some moment, and what events have told since. */
export class PendingPrompts {
  #recent: PromptEvent[] = [];
  #pending = new Map<string, Notice>();

  /** Takes an event of the host, in order. */
  take(event: StreamEvent): void {
    const prompt = promptOf(event);
    if (prompt === undefined) return;
    this.#recent.push(prompt);
    if (this.#recent.length > remembered) this.#recent.shift();
    this.#apply(prompt);
  }

  /** The host has told what was pending when `seq` was its newest event. */
  told(seq: number, notices: readonly Notice[]): void {
    this.#pending = new Map(notices.map((notice) => [idOf(notice), notice]));
    for (const prompt of this.#recent) if (prompt.seq > seq) this.#apply(prompt);
  }

  /** What an app that connects now is told. */
  get notices(): Iterable<Notice> {
    return this.#pending.values();
  }

  /** Another start of the host: its numbers begin again. */
  forget(): void {
    this.#recent = [];
    this.#pending.clear();
  }

  #apply({ id, notice }: PromptEvent): void {
    if (notice === undefined) this.#pending.delete(id);
    else this.#pending.set(id, notice);
  }
}

const opening = '\ndata: {"type":"data","data":{';

function promptOf({ kind, seq, text }: StreamEvent): PromptEvent | undefined {
  if (kind !== 'confirm_request' && kind !== 'confirm_dismiss') return undefined;
  const start = text.indexOf(opening) + opening.length;
  const members = text.slice(start, text.lastIndexOf(`,"type":"${kind}"`));
  const notice = { kind, members };
  return { seq, id: idOf(notice), notice: kind === 'confirm_request' ? notice : undefined };
}

function idOf({ members }: Notice): string {
  return String((JSON.parse(`{${members}}`) as { id?: unknown }).id);
}
