import type { Headers } from '../http/engines/engine.js';
import { decodeMessage, MalformedMessage } from './message.js';

/** The head of a request; its body follows. */
export interface RequestHeadMessage {
  readonly method: string;
  /** The path as it was sent, percent-encoded, without the query. */
  readonly url: string;
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Headers;
  /** Address of the app and, if known, its port. */
  readonly address: string;
  readonly port?: number;
}

/** The head of a response; its body follows, or the beginning of it. */
export interface ResponseHeadMessage {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  /** The rest of the request is not read, so the connection must be closed. */
  readonly close?: true;
  /** Pieces follow. Each is sent as a request; the relay's answer asks for the next piece, or for no more. */
  readonly more?: true;
  /** The response ends only with its connection. */
  readonly endless?: true;
}

/** The head of a piece of a response. */
export interface PieceMessage {
  /** Counts from 1. */
  readonly piece: number;
  readonly last?: true;
  /** The response is incomplete because of an error. */
  readonly broken?: true;
}

/** Maximum length of a request's head in bytes; no listener accepts more. */
const maxHeadBytes = 256 * 1024;

/** @throws MalformedMessage */
export function decodeRequest(message: Uint8Array): { head: RequestHeadMessage; body: Buffer } {
  const { head, bytes } = decodeMessage(message, maxHeadBytes);
  const { method, url, query, headers, address, port } = (head ?? {}) as Partial<RequestHeadMessage>;
  if (![method, url, query, address].every((each) => typeof each === 'string'))
    throw new MalformedMessage('invalid request: method, url, query and address must be strings');
  if (!areHeaders(headers)) throw new MalformedMessage('invalid request: headers must be pairs of strings');
  if (!/^[A-Z]{1,32}$/i.test(method!) || !url!.startsWith('/'))
    throw new MalformedMessage('invalid request: the method must be a word and the url a path');
  if (port !== undefined && !Number.isSafeInteger(port))
    throw new MalformedMessage('invalid request: the port must be an integer');
  return { head: head as RequestHeadMessage, body: bytes };
}

/** @throws MalformedMessage */
export function decodeResponse(message: Uint8Array): {
  head: ResponseHeadMessage | PieceMessage;
  bytes: Buffer;
} {
  const { head, bytes } = decodeMessage(message);
  const { status, type, headers, piece } = (head ?? {}) as Partial<ResponseHeadMessage & PieceMessage>;
  const isBegin = isStatus(status) && typeof type === 'string' && areHeaders(headers);
  if (!isBegin && (status !== undefined || !Number.isInteger(piece)))
    throw new MalformedMessage('the response is invalid');
  return { head: head as ResponseHeadMessage | PieceMessage, bytes };
}

function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && (status as number) >= 100 && (status as number) <= 599;
}

function areHeaders(headers: unknown): headers is Headers {
  return Array.isArray(headers) && headers.every(isHeader);
}

/** Checks a header against RFC 9110 (5.1, 5.5), because an invalid one could inject a header or a response. */
function isHeader(header: unknown): boolean {
  if (!Array.isArray(header) || header.length !== 2) return false;
  const [name, value] = header as unknown[];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const hasControls = (text: string) => /[\u0000-\u0008\u000a-\u001f\u007f]/.test(text);
  return (
    typeof name === 'string' &&
    typeof value === 'string' &&
    /^[!#-'*+.^-z|~\w-]+$/.test(name) &&
    !hasControls(value)
  );
}
