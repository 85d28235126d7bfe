import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../client/index.js';
import type { Results } from './verdicts.js';

/** A foreign host: it lists one lamp and does nothing else right. */
function tinyHost() {
  const lamp = { '@type': 'Lamp', '@id': '7', '@name': 'Lamp', level: 1 };
  return createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (request.url === '/exposed/objects') response.end(JSON.stringify({ objects: [lamp] }));
    else if (request.url === '/exposed/object/7') response.end(JSON.stringify(lamp));
    else {
      response.statusCode = 404;
      response.end('{"error":"Not found"}');
    }
  });
}

test('a token that may only read ends the run before it begins', async () => {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(request.url === '/exposed/objects' ? '{"objects":[]}' : '{"access":"read"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await runCommand(['conformance', '--base-url', url, '--token', 'look']);
    assert.equal(code, 2);
    assert.equal(stderr, 'sim-host: the caller may only read: give --token with full access\n');
  } finally {
    server.close();
  }
});

test('a minimal foreign host gets sensible verdicts', async () => {
  const server = tinyHost();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const out = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stdout } = await runCommand(['conformance', '--base-url', url, '--out', out], {}, 150_000);
    assert.equal(code, 1, stdout);
    const { rules, summary, host } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as Results;
    const verdict = (id: string) => rules.find((rule) => rule.id === id)?.verdict;
    assert.equal(host, url);
    assert.equal(verdict('END-1'), 'holds');
    assert.equal(verdict('END-3'), 'holds');
    assert.equal(verdict('END-16'), 'fails', 'it has no orphans');
    assert.equal(verdict('PRF-1'), 'fails');
    assert.equal(verdict('DRT-1'), 'not-applicable', 'it has no control channel');
    assert.equal(verdict('SVC-5'), 'not-applicable', 'it needs an application of the suite');
    assert.equal(
      summary.holds + summary.fails + summary.partly + summary['not-applicable'] + summary['not-tested'],
      rules.length,
    );
    assert.match(await readFile(join(out, 'junit.xml'), 'utf8'), /<failure message=/);
    assert.match(await readFile(join(out, 'report.html'), 'utf8'), /curl -i -X GET/);
    assert.match(stdout, /END-16 FAILS/);
  } finally {
    server.close();
    await rm(out, { recursive: true, force: true });
  }
});

test('a run that cannot start has exit code 2 and prints one line', async () => {
  const nobody = await runCommand(['conformance', '--base-url', 'http://127.0.0.1:1']);
  assert.equal(nobody.code, 2);
  assert.match(nobody.stderr, /no host answers at http:\/\/127\.0\.0\.1:1/);
  const server = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const other = await runCommand(['conformance', '--base-url', `${url}/path`, '--rule', 'PRF-1']);
  server.close();
  assert.equal(other.code, 2);
  assert.match(other.stderr, /no host answers at .*\/path: GET \/exposed\/objects is answered with 404/);
  const rule = await runCommand(['conformance', '--rule', 'DEP-99']);
  assert.equal(rule.code, 2);
  assert.match(rule.stderr, /unknown rule DEP-99/);
});

test('a run that judged no rule has exit code 2', async () => {
  const server = tinyHost();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await runCommand(['conformance', '--base-url', url, '--rule', 'DRT-1']);
  server.close();
  assert.equal(code, 2);
  assert.match(stderr, /nothing was judged: .*it needs the control API: --control/);
});
