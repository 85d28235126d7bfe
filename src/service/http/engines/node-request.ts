import { IncomingMessage } from 'node:http';
import type { EngineRequest } from './engine.js';

export type BodyHandler = (piece: Uint8Array, isLast: boolean) => void;

const noBytes = new Uint8Array();

export const wrongVersion = 'the version of HTTP is not served';

/** A request of node:http whose body is passed directly to its reader, without the stream's buffer. */
export class NodeRequest extends IncomingMessage implements EngineRequest {
  #onPiece: BodyHandler | undefined;
  #hasPushed = false;
  /** Bytes of the body still to come; NaN if none were announced. */
  #missingBytes = Number.NaN;

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

  /** Searches the raw list: a request needs about five headers, and an object of all is slower. */
  getHeader(lowerCaseName: string): string {
    if (lowerCaseName === 'host') return this.#authority() ?? this.#find('host') ?? '';
    return this.#find(lowerCaseName) ?? '';
  }

  /** Returns all headers, with names in lower case. */
  headerList(): [name: string, value: string][] {
    const list: [string, string][] = [];
    for (let i = 0; i < this.rawHeaders.length; i += 2)
      list.push([this.rawHeaders[i]!.toLowerCase(), this.rawHeaders[i + 1]!]);
    return list;
  }

  get mayLackHost(): boolean {
    return this.httpVersionMajor === 1 && this.httpVersionMinor === 0;
  }

  /** Returns why the request is not valid HTTP/1.1 although its syntax is; undefined if it is. */
  problem(): string | undefined {
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

  /** Passes the body to `handler` piece by piece, including what has arrived already. */
  readBody(handler: BodyHandler): void {
    if (this.#hasPushed) {
      this.on('data', (piece: Uint8Array) => handler(piece, false));
      this.on('end', () => handler(noBytes, true));
      return;
    }
    this.#onPiece = handler;
    this.#missingBytes = Number(this.#find('content-length')) || Number.NaN;
  }

  override push(piece: Uint8Array | null): boolean {
    this.#hasPushed = true;
    if (this.#onPiece === undefined) return super.push(piece);
    // If the length is known, the last piece carries the end, so most bodies are one piece.
    if (piece === null) {
      if (this.#missingBytes !== 0) this.#onPiece(noBytes, true);
    } else {
      this.#missingBytes -= piece.byteLength;
      this.#onPiece(piece, this.#missingBytes === 0);
    }
    return true;
  }

  /** Returns path and query; a target in absolute form also contains the host. */
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
