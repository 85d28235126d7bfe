import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFiles, type FolderEntry } from 'sim-host';
import { Disagreement } from '../disagreement.js';
import { MemoryFiles } from './memory-files.js';
import { folder } from './world.js';

/** Checks that the disk has the same files as the memory, using the file store of the service. */
export class DiskFiles extends MemoryFiles {
  readonly #root = mkdtempSync(join(tmpdir(), 'model-based-'));

  constructor(texts: ReadonlyMap<string, string>) {
    super(texts);
    for (const [path, text] of texts) {
      mkdirSync(dirname(this.#at(path)), { recursive: true });
      writeFileSync(this.#at(path), text);
    }
  }

  #at(path: string): string {
    return this.#root + path.slice(folder.length);
  }

  override async readBytes(path: string): Promise<Uint8Array | undefined> {
    // Applies changes that another program made.
    const text = this.texts.get(path);
    if (text === undefined) rmSync(this.#at(path), { force: true });
    else writeFileSync(this.#at(path), text);
    return diskFiles.readBytes(this.#at(path));
  }

  override async write(path: string, text: string): Promise<void> {
    await super.write(path, text);
    mkdirSync(dirname(this.#at(path)), { recursive: true });
    await diskFiles.write(this.#at(path), text);
  }

  override async *list(path: string): AsyncGenerator<FolderEntry> {
    yield* diskFiles.list(this.#at(path));
  }

  override async remove(path: string, names: readonly string[]): Promise<void> {
    await super.remove(path, names);
    await diskFiles.remove(this.#at(path), names);
  }

  /** Compares the files on the disk and removes them. @throws Disagreement */
  override end(): void {
    try {
      this.#requireSame();
    } finally {
      rmSync(this.#root, { recursive: true, force: true });
    }
  }

  #requireSame(): void {
    for (const [path, text] of this.texts) {
      if (readFileSync(this.#at(path), 'utf8') !== text)
        throw new Disagreement(`${path} on the disk is not what was written`);
    }
    const names = readdirSync(this.#root, { recursive: true, encoding: 'utf8' });
    const temporary = names.find((name) => name.endsWith('.tmp'));
    if (temporary !== undefined) throw new Disagreement(`${temporary} is left on the disk`);
  }
}
