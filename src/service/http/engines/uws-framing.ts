import type { UwsRequest } from './uws-types.js';

/** Whether a request has a body, or why it is refused. */
export interface Framing {
  readonly hasBody: boolean;
  readonly problem?: string;
}

const noBody: Framing = { hasBody: false };
const body: Framing = { hasBody: true };
const unclear: Framing = {
  hasBody: true,
  problem: 'its length is given in two ways, or is no number',
};
const otherCoding: Framing = { hasBody: true, problem: 'of Transfer-Encoding only chunked is served' };
const twoHosts: Framing = { hasBody: true, problem: 'there is more than one Host header' };

/**
 * Of a length that is given in two ways uWebSockets.js takes the one that comes first, and every coding for chunks (RFC 9112,
 * 6.3). Headers are looked at one by one only where there is a body: nearly every request has none.
 */
export function framingOf(request: UwsRequest): Framing {
  const length = request.getHeader('content-length');
  const coding = request.getHeader('transfer-encoding');
  if (length === '' && coding === '') return noBody;
  if (coding !== '' && (length !== '' || coding.toLowerCase() !== 'chunked'))
    return length === '' ? otherCoding : unclear;
  if (coding === '' && !/^\d+$/.test(length)) return unclear;
  let isClear = true;
  let hosts = 0;
  request.forEach((name, value) => {
    if (name === 'content-length' && value !== length) isClear = false;
    else if (name === 'transfer-encoding' && value !== coding) isClear = false;
    else if (name === 'host') hosts++;
  });
  if (!isClear) return unclear;
  if (hosts > 1) return twoHosts;
  return coding === '' && Number(length) === 0 ? noBody : body;
}
