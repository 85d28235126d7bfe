import { Listeners } from '../../service/common/listeners.js';
import type { DialogAnswer, DialogRequest, HostDialog, HostDialogs } from '../../service/host.js';

/** Returns the scripted answer to a dialog; undefined if a person answers it. */
export type ScriptedAnswer = (dialog: DialogRequest) => { answer: DialogAnswer; afterMs: number } | undefined;

interface ShownDialog extends DialogRequest {
  readonly answer: (answer: DialogAnswer) => void;
}

/**
 * The dialogs on the screen of the host, each open until it is answered or closed. A dialog never blocks the player
 * loop (PRM-3, PRM-8).
 */
export class EngineDialogs implements HostDialogs {
  /** False if dialogs cannot be answered here; they are then not shown (PRM-9). */
  canShow = false;
  scripted: ScriptedAnswer = () => undefined;
  readonly #shown = new Map<string, ShownDialog>();
  readonly #timed: { readonly id: string; readonly answer: DialogAnswer; readonly at: number }[] = [];
  readonly #onShown = new Listeners<[DialogRequest]>();
  readonly #onClosed = new Listeners<[DialogRequest]>();
  #next: ReturnType<ScriptedAnswer>;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  show(dialog: DialogRequest, answer: (answer: DialogAnswer) => void): HostDialog | undefined {
    const script = this.#next ?? this.scripted(dialog);
    this.#next = undefined;
    if (!this.canShow && script === undefined) return undefined;
    this.#shown.set(dialog.id, { ...dialog, answer });
    if (script !== undefined) {
      this.#timed.push({ id: dialog.id, answer: script.answer, at: this.#now() + script.afterMs });
    }
    this.#onShown.notify(dialog);
    return { close: () => void this.#close(dialog.id) };
  }

  /** Sets the scripted answer to the next dialog. */
  scriptNext(script: NonNullable<ReturnType<ScriptedAnswer>>): void {
    this.#next = script;
  }

  /** The open dialogs, the oldest first. */
  get shown(): readonly DialogRequest[] {
    return [...this.#shown.values()];
  }

  /** Answers a dialog like a person at the host. @returns false if it is not open */
  answer(id: string, answer: DialogAnswer): boolean {
    const dialog = this.#close(id);
    dialog?.answer(answer);
    return dialog !== undefined;
  }

  /** Cancels every dialog and discards the scripted answers. */
  cancelAll(): void {
    this.#next = undefined;
    this.#timed.length = 0;
    for (const id of [...this.#shown.keys()]) this.answer(id, { choice: 'cancel' });
  }

  /** Gives the scripted answers that are due; called by the player loop. */
  update(): void {
    const now = this.#now();
    for (let i = this.#timed.length - 1; i >= 0; i--) {
      if (this.#timed[i]!.at > now) continue;
      const [due] = this.#timed.splice(i, 1);
      this.answer(due!.id, due!.answer);
    }
  }

  /** Reports dialogs that open and close, to show them elsewhere, such as on a terminal. */
  observe(shown: (dialog: DialogRequest) => void, closed: (dialog: DialogRequest) => void): void {
    this.#onShown.add(shown);
    this.#onClosed.add(closed);
  }

  #close(id: string): ShownDialog | undefined {
    const dialog = this.#shown.get(id);
    if (dialog === undefined) return undefined;
    this.#shown.delete(id);
    this.#onClosed.notify(dialog);
    return dialog;
  }
}
