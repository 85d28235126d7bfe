import type { AbuseCase } from '../abuse/abuse-case.js';
import { requestBytes } from '../abuse/bytes.js';

const put = (path: string, body: string) =>
  requestBytes({
    method: 'PUT',
    target: `/exposed/object/lamp-1/${path}`,
    body,
    headers: [['Content-Type', 'application/json']],
  });

/** What costs more than its bytes (LIM-5): each must be answered in a time that its size explains. */
export function work(): readonly AbuseCase[] {
  const one = (name: string, method: string, bytes: Buffer, statuses?: readonly number[]): AbuseCase => ({
    name: `work/${name}`,
    pieces: [bytes],
    manner: 'reads',
    expects: 'answers',
    methods: [method],
    limitMs: 10_000,
    ...(statuses !== undefined && { statuses }),
  });
  return [
    one('a number that ends in a letter', 'PUT', put('level', `{"value":${'1'.repeat(30_000)}x}`), [400]),
    one(
      'a format version of 1e400',
      'POST',
      requestBytes({ method: 'POST', target: '/exposed/import', body: '{"path":1e400}' }),
      [400],
    ),
  ];
}
