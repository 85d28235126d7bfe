import type { AbuseCase } from '../abuse/abuse-case.js';
import { requestBytes } from '../abuse/bytes.js';

const odd = [
  'endless-version',
  'later-version',
  'foreign',
  'broken',
  'no-utf8',
  'deep',
  'fifo',
  'socket',
  'out',
  'device',
  'memory',
  'circle',
  'folder',
];

/** Special files and paths outside the project (`OddFiles`): each is refused clearly in bounded time. */
export function files(): readonly AbuseCase[] {
  const one = (name: string, operation: string, path: unknown, statuses: readonly number[]): AbuseCase => ({
    name: `files/${operation} ${name}`,
    pieces: [
      requestBytes({ method: 'POST', target: `/exposed/${operation}`, body: JSON.stringify({ path }) }),
    ],
    manner: 'reads',
    expects: 'answers',
    methods: ['POST'],
    statuses,
  });
  return [
    ...odd.map((name) => one(name, 'import', `odd/${name}.live.json`, [400])),
    // A file replaced by a rename may be written: its name is in the project, and the link is removed.
    ...['fifo', 'out', 'circle', 'folder'].map((name) =>
      one(`over ${name}`, 'export', `odd/${name}.live.json`, [200, 400]),
    ),
    one('up a link', 'import', 'odd/up/../../x.live.json', [400]),
    one('below a file', 'export', 'odd/foreign.live.json/x.live.json', [400]),
    one('out', 'export', '../../out.live.json', [400]),
    one('to an absolute path', 'export', '/srv/sim-host-soak-out.live.json', [400]),
    one('with a NUL', 'export', 'a\u0000b.live.json', [400]),
    one('with a long name', 'export', `${'x'.repeat(5000)}.live.json`, [400]),
    one('deep', 'export', `${'a/'.repeat(300)}x.live.json`, [200, 400]),
  ];
}
