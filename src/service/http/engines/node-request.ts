import { IncomingMessage } from 'node:http';
import type { EngineRequest } from './engine.js';

export type BodyHandler = (piece: Uint8Array, isLast: boolean) => void;

const nothing = new Uint8Array();

export const wrongVersion = 'the version of HTTP is not served';

/** A request of node:http whose body goes to its reader at once instead of through a stream's buffer. */
export class NodeRequest extends IncomingMessage implements EngineRequest {
  #onPiece: BodyHandler | undefined;
  #hasPushed = false;
  /** Bytes of the body that are still to come; not a number where there are none or nobody has said how many. */
  #missing = Number.NaN;

  getMethod(): string {
    return this.method ?? '';
  }

  getUrl(): string {
    const target = this.#target();
    const question = target.indexOf('?');
    return question < 0 ? target : target.slice(0, question);
  }

  getQuery(): string | undefined {
    const target = this.#target();
    const question = target.indexOf('?');
    return question < 0 ? undefined : target.slice(question + 1);
  }

  /** The raw list is searched: of some ten headers a request needs five, and an object of all costs more. */
  getHeader(lowerCaseName: string): string {
    if (lowerCaseName === 'host') return this.#authority() ?? this.#find('host') ?? '';
    return this.#find(lowerCaseName) ?? '';
  }

  /** All of them, with names in lower case. */
  headerList(): [name: string, value: string][] {
    const list: [string, string][] = [];
    for (let i = 0; i < this.rawHeaders.length; i += 2)
      list.push([this.rawHeaders[i]!.toLowerCase(), this.rawHeaders[i + 1]!]);
    return list;
  }

  get mayLackHost(): boolean {
    return this.httpVersionMajor === 1 && this.httpVersionMinor === 0;
  }

  /** Why it is no request of HTTP/1.1 although its syntax is good; undefined when it is one. */
  invalid(): string | undefined {
    const { rawHeaders } = this;
    if (this.httpVersionMajor !== 1) return wrongVersion;
    const coding = this.#find('transfer-encoding');
    if (coding !== undefined && coding.toLowerCase() !== 'chunked')
      return 'of Transfer-Encoding only chunked is served';
    let hosts = 0;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!;
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    }
    if (hosts === 1 || (hosts === 0 && this.mayLackHost)) return undefined;
    return hosts === 0 ? 'the Host header is missing' : 'there is more than one Host header';
  }

  /** Gives the body to `handler` piece by piece, what has come already first. */
  readBody(handler: BodyHandler): void {
    if (this.#hasPushed) {
      this.on('data', (piece: Uint8Array) => handler(piece, false));
      this.on('end', () => handler(nothing, true));
      return;
    }
    this.#onPiece = handler;
    this.#missing = Number(this.#find('content-length')) || Number.NaN;
  }

  override push(piece: Uint8Array | null): boolean {
    this.#hasPushed = true;
    if (this.#onPiece === undefined) return super.push(piece);
    // The end of a body whose length is known is told with its last piece, so that most bodies are one piece.
    if (piece === null) {
      if (this.#missing !== 0) this.#onPiece(nothing, true);
    } else {
      this.#missing -= piece.byteLength;
      this.#onPiece(piece, this.#missing === 0);
    }
    return true;
  }

  /** In absolute form the target names the host too. */
  #target(): string {
    const { url = '/' } = this;
    if (url.startsWith('/')) return url;
    const path = /^https?:\/\/[^/?#]*(.*)$/is.exec(url)?.[1];
    if (path === undefined) return url;
    return path.startsWith('/') ? path : `/${path}`;
  }

  #authority(): string | undefined {
    const { url = '/' } = this;
    return url.startsWith('/') ? undefined : /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  }

  #find(lowerCaseName: string): string | undefined {
    const { rawHeaders } = this;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!;
      if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName)
        return rawHeaders[i + 1];
    }
    return undefined;
  }
}
