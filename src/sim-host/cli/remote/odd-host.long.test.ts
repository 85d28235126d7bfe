import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../../bin/sim-host.mjs', import.meta.url));
const deep = '['.repeat(100_000) + ']'.repeat(100_000);
const object = '"@type":"T","@id":"1","@name":"n","@source":"k"';
const updated = `data: {"type":"data","data":{"type":"exposed_object_updated","id":"1","path":"a","value":${deep}}}\n\n`;
const greeting = 'data: {"type":"data","data":{"type":"connected","instanceId":"i","resume":"fresh"}}\n\n';
const status = '{"applicationName":"Odd","version":"1","fps":60}';
/** Types that the client accepts but TypeScript cannot express. */
const types = '{"types":[{"type":"T","properties":[{"name":"a","type":5}],"functions":5}]}';

type Answers = Readonly<Record<string, string>>;

/** Runs the command against a host that responds by path, and with 404 otherwise. */
async function run(answers: Answers, ...args: readonly string[]) {
  const streams: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!;
    const answer = answers[path] ?? answers['*'];
    const type = path === '/api/stream' ? 'text/event-stream' : 'application/json';
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': type });
    if (path !== '/api/stream' || answer === undefined) return void response.end(answer);
    streams.push(response);
    response.write(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [main, ...args, '--url', url]);
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdout.resume();
  const [code] = await once(child, 'close');
  server.close();
  server.closeAllConnections();
  return { code, stderr };
}

const whole = `{${object},"a":1}`;
type Case = [name: string, answers: Answers, args: readonly string[], code: number];
const cases: readonly Case[] = [
  ['a list that is none', { '/api/status': status, '*': 'null' }, ['ls'], 1],
  ['an object that is none', { '/api/status': status, '*': '[]' }, ['watch', 'k'], 1],
  ['a value too deep to print', { '/api/status': status, '*': `{${object},"a":${deep}}` }, ['get', 'k'], 1],
  ...[
    ['ls'],
    ['save'],
    ['load'],
    ['answer', 'a', 'yes'],
    ['record'],
    ['status'],
    ['capture'],
    ['types'],
  ].flatMap(
    (args) =>
      [
        [`no host, to ${args[0]}`, { '*': '{}' }, args, 1],
        [`a page, to ${args[0]}`, {}, args, 1],
      ] satisfies Case[],
  ),
  ['a record of no objects', { '/api/status': status, '*': 'null' }, ['record'], 1],
  [
    'an event too deep to print',
    {
      '/api/status': status,
      '*': whole,
      '/api/stream': greeting + updated,
      '/exposed/types': '{"types":[]}',
    },
    ['watch', 'k/a'],
    1,
  ],
  [
    'types that are none',
    {
      '/api/status': status,
      '/exposed/types': types,
      '/exposed/enums': '{"enums":[]}',
      '*': '{"objects":[]}',
    },
    ['types'],
    1,
  ],
  ['no event stream', { '/api/status': status }, ['prompts'], 4],
  [
    'an event stream of something else',
    { '/api/status': status, '/api/stream': 'data: 5\n\n' },
    ['prompts'],
    1,
  ],
];

for (const [name, answers, args, expected] of cases) {
  test(`${name}: one error line and an exit code`, async () => {
    const { code, stderr } = await run(answers, ...args);
    assert.match(stderr, /^sim-host: [^\n]+\n$/);
    assert.equal(code, expected);
  });
}
