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

/** @throws MalformedMessage */
export function decodeRequest(message: Uint8Array): { head: RequestHeadMessage; body: Buffer } {
  const { head, bytes } = decodeMessage(message);
  const { method, url, query, headers, address } = (head ?? {}) as Partial<RequestHeadMessage>;
  if (![method, url, query, address].every((each) => typeof each === 'string') || !Array.isArray(headers))
    throw new MalformedMessage('no request');
  return { head: head as RequestHeadMessage, body: bytes };
}

/** @throws MalformedMessage */
export function decodeAnswer(message: Uint8Array): { head: AnswerHeadMessage | PieceMessage; bytes: Buffer } {
  const { head, bytes } = decodeMessage(message);
  const { status, piece } = (head ?? {}) as Partial<AnswerHeadMessage & PieceMessage>;
  if (!Number.isInteger(status ?? piece)) throw new MalformedMessage('no answer');
  return { head: head as AnswerHeadMessage | PieceMessage, bytes };
}
