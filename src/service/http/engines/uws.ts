import { STATUS_CODES, validateHeaderValue } from 'node:http';
import { HeldBytes } from '../../held-bytes.js';
import type { TlsFiles } from '../tls.js';
import { plainAddress } from './address.js';
import { ByTurns } from './by-turns.js';
import {
  type AbortListener,
  type EngineRequest,
  type Exchange,
  errorBody,
  type Headers,
  type HttpEngine,
  mostUnread,
  partBytes,
  type RequestListener,
  tellOfUnread,
} from './engine.js';
import { freePort } from './free-port.js';
import { LongAnswers } from './long-answers.js';
import { OwnCork } from './own-cork.js';
import { Packets, packetBytes } from './packets.js';
import { Parts } from './parts.js';
import { SizedAnswer } from './sized-answer.js';
import type { LoadedUws } from './uws-binary.js';
import { UwsHead } from './uws-request.js';
import { bytesOf, type Uws, type UwsApp, type UwsListenSocket, type UwsResponse } from './uws-types.js';

/** Somebody else may take a port that was free just now. */
const triesForFreePort = 8;

/** The engine over uWebSockets.js. */
export class UwsEngine implements HttpEngine {
  readonly kind = 'uws';
  readonly build: string;
  readonly #uws: Uws;
  onWarning: ((message: string) => void) | undefined;
  readonly #shared: Shared = {
    unread: new HeldBytes<UwsExchange>(mostUnread, (exchange) => {
      tellOfUnread(this.onWarning);
      exchange.close();
    }),
    long: new LongAnswers(() => performance.now()),
    turns: new ByTurns(),
    cork: new OwnCork(),
    packets: new Packets(),
  };
  #app: UwsApp | undefined;
  #socket: UwsListenSocket | undefined;
  #onRequest: RequestListener | undefined;

  constructor({ uws, build }: LoadedUws) {
    this.#uws = uws;
    this.build = build;
  }

  async listen(
    hostname: string,
    port: number,
    onRequest: RequestListener,
    tls?: TlsFiles,
    sharesPort = false,
  ): Promise<number | undefined> {
    this.#onRequest = onRequest;
    this.#app ??= this.#routed(appOf(this.#uws, tls));
    // 0 shares it, on Linux.
    const options = sharesPort ? 0 : this.#uws.LIBUS_LISTEN_EXCLUSIVE_PORT;
    if (port !== 0) return this.#bind(this.#app, hostname, port, options);
    for (let tries = 0; tries < triesForFreePort; tries++) {
      const free = await freePort(hostname);
      if (free === undefined) return undefined;
      const bound = await this.#bind(this.#app, hostname, free, options);
      if (bound !== undefined) return bound;
    }
    return undefined;
  }

  /**
   * To be told the method by the route costs less than to ask for it. uWebSockets.js never lets go of a handler: it must not hold
   * the service, which may be one of many in its process.
   */
  #routed(app: UwsApp): UwsApp {
    return app
      .get('/*', (response, request) => this.#serve(response, new UwsHead(request, 'GET')))
      .put('/*', (response, request) => this.#serve(response, new UwsHead(request, 'PUT')))
      .post('/*', (response, request) => this.#serve(response, new UwsHead(request, 'POST')))
      .any('/*', (response, request) => {
        this.#serve(response, new UwsHead(request, request.getMethod().toUpperCase()));
      });
  }

  #serve(response: UwsResponse, head: UwsHead): void {
    const exchange = new UwsExchange(response, head, this.#shared);
    try {
      if (head.problem === undefined) this.#onRequest?.(exchange, head);
      else exchange.refuse(head.problem);
    } finally {
      // A server that is being closed answers nobody, and uWebSockets.js ends the process for a request that nobody has taken.
      exchange.ensureTaken();
    }
  }

  /**
   * On a port that is named: only then uWebSockets.js lets somebody listen on it again while the system still knows of
   * connections of before, which is a minute.
   */
  #bind(app: UwsApp, hostname: string, port: number, options: number): Promise<number | undefined> {
    const uws = this.#uws;
    return new Promise((resolve) => {
      app.listen(hostname, port, options, (socket) => {
        if (socket === false) return resolve(undefined);
        this.#socket = socket;
        resolve(uws.us_socket_local_port(socket));
      });
    });
  }

  headersOf(request: EngineRequest): Headers {
    return (request as UwsHead).all();
  }

  stopListening(): void {
    if (this.#socket !== undefined) this.#uws.us_listen_socket_close(this.#socket);
    this.#socket = undefined;
  }

  close(): void {
    this.#app?.close();
    this.#app = undefined;
    this.#onRequest = undefined;
    this.onWarning = undefined;
  }
}

function appOf(uws: Uws, tls: TlsFiles | undefined): UwsApp {
  if (tls === undefined) return uws.App();
  const { cert, key, passphrase } = tls;
  return uws.SSLApp({
    cert_file_name: cert,
    key_file_name: key,
    ...(passphrase !== undefined && { passphrase }),
  });
}

const typeName = bytesOf('Content-Type');
/** What nearly every answer is. */
const json = 'application/json; charset=utf-8';
const jsonBytes = bytesOf(json);

/** So many parts of a long answer are handed over in one turn. */
const partsPerTurn = 4;
/** And so many of one that is there as bytes, of which no part has to be made: in one call of the system. */
const bytesPerTurn = 512 * 1024;

const nothing = new Uint8Array();
const none: Headers = [];

/** One in so many answers without a body ends its connection. */
const emptyPerConnection = 256;

/**
 * Whether an answer was taken uWebSockets.js tells at a price that a short one is not worth: of those it is asked once in so many
 * bytes, which is what a client that does not read may have waiting on the average without anybody noticing.
 */
const bytesPerLook = 64 * 1024;
/** About what the head of an answer takes. */
const headBytes = 256;

/** What the exchanges of an engine have in common: of each of them one is made for every request. */
interface Shared {
  readonly unread: HeldBytes<UwsExchange>;
  readonly long: LongAnswers;
  readonly turns: ByTurns;
  readonly cork: OwnCork;
  readonly packets: Packets;
}

/** A response of uWebSockets.js with what must be known of it after its handler has returned: every use after an abort throws. */
class UwsExchange implements Exchange {
  commonHeaders: Headers = none;
  isAborted = false;
  readonly #response: UwsResponse;
  readonly #shared: Shared;
  readonly #hasBody: boolean;
  readonly #asksToClose: boolean;
  /** In a call of uWebSockets.js about this very request, which it has corked for. */
  #isCalled = true;
  #isWatched = false;
  #isSent = false;
  #abortListener: AbortListener | undefined;
  #writableListener: (() => void) | undefined;
  #isAskedForRoom = false;
  /** What is left of the piece that the client has not taken yet. */
  #rest: Parts | undefined;
  /** Set for an answer in pieces whose length was told. */
  #sized: SizedAnswer | undefined;
  #isEndless = false;
  #endsAfterRest = false;

  constructor(response: UwsResponse, head: UwsHead, shared: Shared) {
    this.#response = response;
    this.#shared = shared;
    this.#hasBody = head.hasBody;
    // As uWebSockets.js tells it, which then closes and does not say so.
    this.#asksToClose = head.getHeader('connection').length === 'close'.length;
  }

  get prefersBytes(): boolean {
    return true;
  }

  /** To be called when the handler of the request returns: one that is neither answered nor watched is closed. */
  ensureTaken(): void {
    this.#isCalled = false;
    if (this.#isSent || this.#isWatched) return;
    this.watch();
    this.#response.close();
  }

  /**
   * For what has no clear end: in a later turn, since uWebSockets.js serves what has come behind an answer that closes, and
   * closes for what has come behind a request that waits.
   */
  refuse(problem: string): void {
    this.watch();
    setImmediate(() => {
      if (!this.isAborted) this.send(400, json, errorBody(problem), [], true);
    });
  }

  watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#response.onAborted(() => {
      this.isAborted = true;
      this.#rest = undefined;
      this.#shared.packets.forget(this.#response);
      this.#shared.unread.release(this);
      this.#abortListener?.aborted();
    });
  }

  onAborted(listener: AbortListener): void {
    this.#abortListener = listener;
  }

  onData(handler: (piece: Uint8Array, isLast: boolean) => void): void {
    // Of a body that is none uWebSockets.js does not tell the end when the head has come in two pieces.
    if (!this.#hasBody) return handler(nothing, true);
    // The memory of a chunk is uWebSockets.js's own and gone after the call.
    this.#response.onData((chunk, isLast) => {
      this.#isCalled = true;
      handler(new Uint8Array(chunk), isLast);
      this.#isCalled = false;
    });
  }

  send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close = false,
  ): void {
    checkHeaders(headers);
    this.#isSent = true;
    if (this.#isCalled && this.#shared.cork.takes(headBytes + body.length))
      this.#sendCorked(status, contentType, body, headers, close);
    else this.#response.cork(() => this.#sendCorked(status, contentType, body, headers, close));
  }

  #sendCorked(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close = false,
  ): void {
    this.#writeHead(status, contentType, headers);
    if (close || body.length === 0) this.#response.end(body, close || endsConnection());
    else if (Math.random() * bytesPerLook > headBytes + body.length) this.#response.end(body);
    else this.#sendBody(body);
  }

  sendEmpty(status: number, headers: Headers): void {
    this.#isSent = true;
    this.#response.cork(() => {
      this.#writeHead(status, '', headers);
      this.#response.end(undefined, endsConnection());
    });
  }

  begin(
    status: number,
    contentType: string,
    headers: Headers | undefined,
    isEndless: boolean,
    length?: number,
  ): void {
    checkHeaders(headers);
    this.#isEndless = isEndless;
    if (length !== undefined) this.#sized = new SizedAnswer(this.#response, length);
    this.#shared.packets.give(
      this.#response,
      headBytes + lengthOf(headers) + lengthOf(this.commonHeaders),
      () => {
        this.#writeHead(status, contentType, headers);
        return true;
      },
    );
  }

  write(piece: string | Uint8Array): boolean {
    if (this.#sized !== undefined) return this.#writeSized(this.#sized, piece);
    const bytes = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    if (bytes > packetBytes) {
      this.#rest = new Parts(piece, bytes, packetBytes);
      return this.#writeRest();
    }
    if (this.#give(piece, bytes)) return true;
    this.#wait(bytes);
    return false;
  }

  #writeSized(sized: SizedAnswer, piece: string | Uint8Array): boolean {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let isTaken = true;
    this.#response.cork(() => {
      isTaken = sized.give(bytes);
    });
    if (!isTaken) this.#wait(bytes.byteLength);
    return isTaken;
  }

  #give(piece: string | Uint8Array, bytes: number): boolean {
    const response = this.#response;
    const { packets } = this.#shared;
    if (packets.gathers(response)) return packets.give(response, bytes, () => response.write(piece));
    let isTaken = true;
    response.cork(() => {
      isTaken = response.write(piece);
    });
    return isTaken;
  }

  onWritable(listener: () => void): void {
    this.#writableListener = listener;
    this.#askForRoom();
  }

  cork(work: () => void): void {
    this.#shared.packets.together(this.#response, work);
  }

  end(): void {
    if (this.#sized !== undefined) this.#endSized(this.#sized);
    else if (this.#rest === undefined) this.#end();
    else this.#endsAfterRest = true;
  }

  /** It has ended with its last piece; one that is shorter than was told cannot be ended in order. */
  #endSized({ isAll }: SizedAnswer): void {
    if (!isAll) this.close();
  }

  #end(): void {
    this.#shared.packets.give(this.#response, 0, () => {
      this.#response.end();
      return true;
    });
  }

  close(): void {
    this.#shared.packets.forget(this.#response);
    // Whoever closes it in its handler has taken it: a closed response throws at every use.
    this.#isSent = true;
    this.#response.close();
  }

  remoteAddress(): string {
    return plainAddress(Buffer.from(this.#response.getRemoteAddressAsText()).toString());
  }

  remotePort(): number | undefined {
    return this.#response.getRemotePort?.();
  }

  /**
   * A whole body. As long as there is room for it, uWebSockets.js keeps what the system does not take at once, and answers
   * what comes behind. Else what is left waits here, and the connection is closed should another request come in before it
   * has been read (LIM-4).
   */
  #sendBody(body: string | Uint8Array): void {
    const response = this.#response;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    // A look at a short answer stands for those before it.
    if (this.#shared.long.take(Math.max(length, bytesPerLook))) {
      response.end(body);
      return;
    }
    // What one turn gives anyway goes in one piece: each costs a call of the system.
    const isText = typeof body === 'string';
    const isShort = length <= (isText ? partsPerTurn * partBytes : bytesPerTurn);
    // Nearly all are taken whole, and need nothing of what follows.
    if (isShort && response.tryEnd(body, length)[1]) return;
    const perPart = isText ? partBytes : bytesPerTurn;
    this.#sendParts(new Parts(body, length, isShort ? length : perPart), length, isText ? partsPerTurn : 1);
  }

  /** What of a body is not taken yet, as it is. @param most parts in a turn */
  #sendParts(parts: Parts, length: number, most: number): void {
    const response = this.#response;
    let part = parts.next();
    /** Bytes of the parts before it. */
    let before = 0;
    let isDone = false;
    const goOn = (): boolean => {
      for (let count = 0; !isDone && count < most; count++) {
        const offset = response.getWriteOffset() - before;
        const [isTaken, isAll] = response.tryEnd(part.subarray(offset), length);
        isDone = isAll;
        if (!isTaken) return isDone;
        before += part.byteLength;
        if (!isDone) part = parts.next();
      }
      if (!isDone) this.#shared.turns.add(inLaterTurn);
      return isDone;
    };
    const goOnHeld = (): boolean => {
      if (isDone || this.isAborted) return true;
      // All of it is there as long as something of it is left.
      if (goOn()) this.#shared.unread.release(this);
      else this.#shared.unread.hold(this, length);
      return isDone;
    };
    const inLaterTurn = () => {
      if (!this.isAborted) response.cork(goOnHeld);
    };
    if (goOn()) return;
    this.watch();
    this.#shared.unread.hold(this, length);
    response.onWritable(goOnHeld);
  }

  /** Hands over as much of the piece as the client takes; false when something is left. */
  #writeRest(): boolean {
    for (;;) {
      const rest = this.#rest;
      if (rest === undefined) return true;
      const part = rest.next();
      if (rest.isOver) this.#rest = undefined;
      if (this.#give(part, part.byteLength)) continue;
      this.#wait(rest.bytes);
      return false;
    }
  }

  /** So many bytes wait for the client. Streams share what they have not read yet, and see to it themselves. */
  #wait(bytes: number): void {
    this.#askForRoom();
    if (!this.#isEndless) this.#shared.unread.hold(this, bytes);
  }

  #askForRoom(): void {
    if (this.#isAskedForRoom) return;
    this.#isAskedForRoom = true;
    this.#response.onWritable(() => {
      this.#goOn();
      return true;
    });
  }

  #goOn(): void {
    if (this.#sized !== undefined && !this.#goOnSized(this.#sized)) return;
    if (!this.#writeRest()) return;
    this.#shared.unread.release(this);
    if (this.#endsAfterRest) this.#end();
    else this.#writableListener?.();
  }

  /** Whoever takes something has moved. */
  #goOnSized(sized: SizedAnswer): boolean {
    const isTaken = sized.giveRest();
    if (!isTaken) this.#wait(partBytes);
    return isTaken;
  }

  /** Status line and headers; inside a cork. */
  #writeHead(status: number, contentType: string, headers = none): void {
    const response = this.#response;
    if (status !== 200) response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    if (contentType === json) response.writeHeader(typeName, jsonBytes);
    else if (contentType !== '') response.writeHeader(typeName, contentType);
    if (headers !== none) for (const [name, value] of headers) response.writeHeader(name, value);
    if (this.commonHeaders !== none)
      for (const [name, value] of this.commonHeaders) response.writeHeader(name, value);
    if (this.#asksToClose) response.writeHeader('Connection', 'close');
  }
}

/**
 * Of an answer without a body uWebSockets.js does not tell whether the client takes it: one that asks for nothing else and
 * never reads must not have its answers gathered for ever.
 */
function endsConnection(): boolean {
  return Math.random() * emptyPerConnection < 1;
}

function lengthOf(headers = none): number {
  return headers.reduce((length, [name, value]) => length + name.length + value.length + 4, 0);
}

/** @throws TypeError for a value that would end its line, before anything of the answer has been written */
function checkHeaders(headers = none): void {
  for (const [name, value] of headers) validateHeaderValue(name, value);
}
