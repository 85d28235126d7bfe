import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRelay } from '../../relay/relay.js';
import { main } from './program.js';

async function printed(...args: string[]): Promise<{ code: number; text: string }> {
  const { error, log } = console;
  let text = '';
  console.error = console.log = (line: string) => {
    text += line;
  };
  try {
    return { code: await main(args), text };
  } finally {
    Object.assign(console, { error, log });
  }
}

test('a relay without a NATS server fails with one line that names the fix', async () => {
  const without = await printed('relay');
  assert.equal(without.code, 2);
  assert.match(without.text, /needs --nats <url>, such as nats:\/\/127\.0\.0\.1:4222/);
  const wrong = startRelay({ nats: { servers: 'localhost' }, http: { port: 0 }, log: () => {} });
  await assert.rejects(wrong, /the server must be a URL such as nats:\/\/127\.0\.0\.1:4222/);
  const unnamed = startRelay({
    nats: { servers: 'nats://a', name: 'a.b' },
    http: { port: 0 },
    log: () => {},
  });
  await assert.rejects(unnamed, /letters, digits/);
});
