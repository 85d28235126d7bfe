import type { Host, Unsubscribe } from '../host.js';
import type { ExposedModel } from '../model.js';
import { packageVersion } from '../package-version.js';
import { type Applied, LiveDocument } from './live-document.js';

/** An orphan as remote apps see it. */
export interface PendingEntry {
  readonly sourceKey: string;
  readonly type: string;
}

/** The live scene that is open: its document, what of it waits, and what of its structure a user has changed. */
export class OpenScene {
  readonly #model: ExposedModel;
  readonly #host: Host;
  #document: LiveDocument;
  /** Where it was loaded from or saved to last; undefined while there is no file. */
  path: string | undefined;
  /** Objects or pending entries came or went by a user's hand. */
  isRestructured = false;
  #mayBind = false;
  #isLoading = false;
  #attached: Unsubscribe[] = [];
  readonly #onScenesLoaded: () => void;

  /** `onScenesLoaded` is called when the application has loaded a scene by itself. */
  constructor(model: ExposedModel, host: Host, onScenesLoaded: () => void) {
    this.#model = model;
    this.#host = host;
    this.#document = LiveDocument.empty(model, host, packageVersion);
    this.#onScenesLoaded = onScenesLoaded;
    model.objects.observe({
      added: () => {
        this.#mayBind = true;
        const by = model.writer.ambient;
        this.isRestructured ||= by === 'remote' || by === 'user';
      },
      removed: () => {
        this.#mayBind = true;
      },
    });
    this.attach();
  }

  /** Listens to the host. What has come while it did not is bound at the end of the next frame. */
  attach(): void {
    if (this.#attached.length > 0) return;
    const { assets, frames, scenes } = this.#host;
    this.#attached = [
      assets.onLoaded(() => {
        this.#mayBind = true;
      }),
      frames.onFrameEnd(() => this.#bindPending()),
    ];
    const end = scenes?.onLoaded(() => {
      if (!this.#isLoading) this.#onScenesLoaded();
    });
    if (end !== undefined) this.#attached.push(end);
    this.#mayBind = true;
  }

  /** Lets go of the host. */
  detach(): void {
    for (const end of this.#attached.splice(0)) end();
  }

  /** By tracking, never by comparing texts (DRT-14). Costs as much as there are edited members. */
  get hasUnsavedChanges(): boolean {
    return this.isRestructured || this.#document.isBaseSceneChanged || this.#model.dirty.isAnyDirty;
  }

  get pending(): readonly PendingEntry[] {
    return this.#document.pending.map((entry) => ({ sourceKey: entry.source ?? '', type: entry.typeName }));
  }

  get orphans(): readonly PendingEntry[] {
    const { objects } = this.#model;
    return this.#document.pending
      .filter((entry) => entry.isRoot && objects.bySourceKey(entry.address!.key) === undefined)
      .map((entry) => ({ sourceKey: entry.source!, type: entry.typeName }));
  }

  removeOrphan(sourceKey: string): boolean {
    const isRemoved = this.#document.removeOrphan(sourceKey);
    this.isRestructured ||= isRemoved;
    return isRemoved;
  }

  /** The file as it would be saved now, and the document that it is then. */
  build(): { text: string; document: LiveDocument } {
    return this.#document.build();
  }

  /** Begins a scene that has no file yet; `path` stays. */
  begin(): void {
    this.#document = LiveDocument.empty(this.#model, this.#host, packageVersion);
    this.isRestructured = false;
  }

  /** Applies what is open to objects that have come in the place of others. */
  applyAgain(): void {
    const document = this.#document.again();
    this.whileLoading(() => document.applyAll());
    this.#document = document;
    this.isRestructured = false;
    this.#model.dirty.markAllClean();
  }

  /** Runs `action`, which brings objects and applies to them what they wait for itself. */
  whileLoading(action: () => void): void {
    this.#isLoading = true;
    try {
      action();
    } finally {
      this.#isLoading = false;
    }
  }

  /** Takes the document as the one that is open at `path`. */
  take(document: LiveDocument, path: string): void {
    this.#document = document;
    this.path = path;
  }

  /** Takes the present state of members as that of the file; what else a user has edited stays edited. */
  markClean(applied: readonly Applied[]): void {
    for (const { unit, members } of applied) this.#model.dirty.markMembersClean(unit, members);
  }

  /** State that comes to an object late leaves it clean (DRT-9). */
  #bindPending(): void {
    if (!this.#mayBind || this.#isLoading) return;
    this.#mayBind = false;
    this.markClean(this.#document.bindPending());
  }
}
