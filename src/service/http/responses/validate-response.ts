import { inspect } from 'node:util';
import type { Answer, Reply, Takeover } from '../api.js';

/**
 * An answer that is more than a JSON text, looked at before its first byte goes out: handlers may be the application's, and
 * not every engine refuses what is no HTTP.
 * @throws Error that says what an answer is
 */
export function validateResponse(answer: Answer): asserts answer is Reply | Takeover {
  if (typeof answer !== 'object' || answer === null)
    throw wrong('a JSON text, or an object with a body', answer);
  const { status = 200, contentType = '', headers = [] } = answer;
  if (!(Number.isInteger(status) && status >= 200 && status <= 599))
    throw wrong('a status from 200 to 599', status);
  if (typeof contentType !== 'string') throw wrong('a content type as text', contentType);
  if (!Array.isArray(headers) || !headers.every(isHeader))
    throw wrong('headers as pairs of texts [name, value]', headers);
  if ('open' in answer) {
    if (typeof answer.open !== 'function') throw wrong('a function open', answer.open);
    return;
  }
  const { body } = answer;
  if (typeof body === 'string' || typeof body?.[Symbol.iterator] === 'function') return;
  throw wrong('a body of text, bytes or pieces of text', body);
}

function isHeader(header: unknown): boolean {
  return Array.isArray(header) && header.length === 2 && header.every((each) => typeof each === 'string');
}

function wrong(expected: string, given: unknown): Error {
  const shown = inspect(given, { depth: 0, breakLength: Number.POSITIVE_INFINITY, customInspect: false });
  return new Error(`the handler must answer with ${expected}, and answered with ${shown}`);
}
