import { posix } from 'node:path';
import type { FileStore, FolderEntry } from 'sim-host';

/** Files in memory, by paths with slashes. Each write is atomic; a host may be killed between two writes, which leaves a copy. */
export class MemoryFiles implements FileStore {
  readonly texts: Map<string, string>;
  /** The folder before the first recorded write and after each. */
  readonly moments: ReadonlyMap<string, string>[] = [];
  #gate: Promise<void> | undefined;
  #noteWriting: () => void = () => {};
  /** Resolves with the first write since `close`. */
  isWriting: Promise<void> = Promise.resolve();

  constructor(texts: ReadonlyMap<string, string> = new Map()) {
    this.texts = new Map(texts);
  }

  /** Starts recording again. */
  beginMoments(): void {
    this.moments.length = 0;
    this.moments.push(new Map(this.texts));
  }

  /** Blocks writes until the returned function is called. */
  close(): () => void {
    let open = () => {};
    this.#gate = new Promise((resolve) => {
      open = () => resolve();
    });
    this.isWriting = new Promise((resolve) => {
      this.#noteWriting = () => resolve();
    });
    return () => {
      this.#gate = undefined;
      open();
    };
  }

  async readBytes(path: string): Promise<Uint8Array | undefined> {
    const text = this.texts.get(withSlashes(path));
    return text === undefined ? undefined : Buffer.from(text);
  }

  async write(path: string, text: string): Promise<void> {
    this.#noteWriting();
    await this.#gate;
    this.texts.set(withSlashes(path), text);
    this.moments.push(new Map(this.texts));
  }

  async *list(folder: string): AsyncGenerator<FolderEntry> {
    for (const path of this.texts.keys()) {
      if (posix.dirname(path) === withSlashes(folder)) yield { name: posix.basename(path), kind: 'file' };
    }
  }

  async remove(folder: string, names: readonly string[]): Promise<void> {
    for (const name of names) this.texts.delete(posix.join(withSlashes(folder), name));
  }

  async isFolder(): Promise<boolean> {
    return true;
  }

  async realPath(path: string): Promise<string> {
    return path;
  }

  async createFolder(): Promise<void> {}
}

const withSlashes = (path: string) => path.replaceAll('\\', '/');
