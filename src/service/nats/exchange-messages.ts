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
  /** Of the app: its address and, where it is known, its port. */
  readonly address: string;
  readonly port?: number;
}

/** The head of an answer; what follows is its body, or the beginning of it. */
export interface AnswerHeadMessage {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  /** What is left of the request is not read: the connection is closed. */
  readonly close?: true;
  /** Pieces follow. Each is a request itself: the relay answers when it may have the next, or is gone. */
  readonly more?: true;
  /** It ends only with its connection. */
  readonly endless?: true;
}

/** The head of a piece of an answer. */
export interface PieceMessage {
  /** Counts from 1. */
  readonly piece: number;
  readonly last?: true;
  /** The answer breaks off here: something went wrong while it was made. */
  readonly broken?: true;
}

/** Longer than what any door takes of a head, in bytes. */
const maxHeadBytes = 256 * 1024;

/** @throws MalformedMessage */
export function decodeRequest(message: Uint8Array): { head: RequestHeadMessage; body: Buffer } {
  const { head, bytes } = decodeMessage(message, maxHeadBytes);
  const { method, url, query, headers, address, port } = (head ?? {}) as Partial<RequestHeadMessage>;
  if (![method, url, query, address].every((each) => typeof each === 'string'))
    throw new MalformedMessage('no request: its method, url, query or address is no text');
  if (!areHeaders(headers)) throw new MalformedMessage('no request: its headers are no pairs of texts');
  if (!/^[A-Z]{1,32}$/i.test(method!) || !url!.startsWith('/'))
    throw new MalformedMessage('no request: its method is no word, or its url no path');
  if (port !== undefined && !Number.isSafeInteger(port))
    throw new MalformedMessage('no request: its port is no number');
  return { head: head as RequestHeadMessage, body: bytes };
}

/** @throws MalformedMessage */
export function decodeAnswer(message: Uint8Array): { head: AnswerHeadMessage | PieceMessage; bytes: Buffer } {
  const { head, bytes } = decodeMessage(message);
  const { status, type, headers, piece } = (head ?? {}) as Partial<AnswerHeadMessage & PieceMessage>;
  const isBegin = isStatus(status) && typeof type === 'string' && areHeaders(headers);
  if (!isBegin && (status !== undefined || !Number.isInteger(piece)))
    throw new MalformedMessage('what came is no answer');
  return { head: head as AnswerHeadMessage | PieceMessage, bytes };
}

function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && (status as number) >= 100 && (status as number) <= 599;
}

function areHeaders(headers: unknown): headers is Headers {
  return Array.isArray(headers) && headers.every(isHeader);
}

/** As RFC 9110 has them (5.1, 5.5): another would be a header of its own, or an answer of its own, at an engine that writes it. */
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
