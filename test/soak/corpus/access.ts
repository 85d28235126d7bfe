import type { AbuseCase } from '../abuse/abuse-case.js';
import { type RequestParts, requestBytes } from '../abuse/bytes.js';

const put: RequestParts = { method: 'PUT', target: '/exposed/object/lamp-1/level', body: '{"value":3}' };
const get: RequestParts = { method: 'GET', target: '/exposed/objects' };

/** Pages and names of other machines. */
export function access(): readonly AbuseCase[] {
  const one = (name: string, parts: RequestParts, statuses: readonly number[]): AbuseCase => ({
    name: `access/${name}`,
    pieces: [requestBytes(parts)],
    manner: 'reads',
    expects: 'answers',
    methods: [parts.method],
    statuses,
  });
  const from = (origin: string) => ({ headers: [['Origin', origin]] as const });
  return [
    ...['evil.example', '127.999.999.999', '127.0.0.1.evil.example', '10.0.0.1', '[::2]'].map((host) =>
      one(`called ${host}`, { ...get, host }, [403]),
    ),
    ...[
      'http://evil.example',
      'null',
      'http://127.999.999.999',
      'file://',
      'http://127.0.0.1.evil.example',
    ].map((origin) => one(`a write from ${origin}`, { ...put, ...from(origin) }, [403])),
    one(
      'a text from a foreign page',
      {
        ...put,
        headers: [
          ['Origin', 'http://evil.example'],
          ['Content-Type', 'text/plain'],
        ],
      },
      [403],
    ),
    one(
      'the description for a foreign page',
      { method: 'GET', target: '/openapi.json', ...from('http://evil.example') },
      [200],
    ),
  ];
}
