import { inspect } from 'node:util';
import type { HandlerResponse, HttpResponse, ResponseTakeover } from '../api.js';

/**
 * Checks a response that is not JSON text before its first byte is sent: applications may provide handlers, and not
 * every engine rejects invalid HTTP.
 * @throws Error that names the expected value
 */
export function validateResponse(
  response: HandlerResponse,
): asserts response is HttpResponse | ResponseTakeover {
  if (typeof response !== 'object' || response === null)
    throw invalidResponse('a JSON text, or an object with a body', response);
  const { status = 200, contentType = '', headers = [] } = response;
  if (!(Number.isInteger(status) && status >= 200 && status <= 599))
    throw invalidResponse('a status from 200 to 599', status);
  if (typeof contentType !== 'string') throw invalidResponse('a content type as text', contentType);
  if (!Array.isArray(headers) || !headers.every(isHeader))
    throw invalidResponse('headers as pairs of strings [name, value]', headers);
  if ('open' in response) {
    if (typeof response.open !== 'function') throw invalidResponse('a function open', response.open);
    return;
  }
  if (!('body' in response))
    throw new Error(
      'handle must return JSON text or { status, contentType, headers, body }, got an object without body; use JSON.stringify(…)',
    );
  const { body } = response;
  if (typeof body === 'string' || typeof body?.[Symbol.iterator] === 'function') return;
  throw invalidResponse('a body of text, bytes or pieces of text', body);
}

function isHeader(header: unknown): boolean {
  return Array.isArray(header) && header.length === 2 && header.every((each) => typeof each === 'string');
}

function invalidResponse(expected: string, given: unknown): Error {
  const shown = inspect(given, { depth: 0, breakLength: Number.POSITIVE_INFINITY, customInspect: false });
  return new Error(`the handler must answer with ${expected}, and answered with ${shown}`);
}
