/// <reference lib="dom" />
/** Links to other hosts: the panel names the host, and sends nothing to it before the user confirms. */
import assert from 'node:assert/strict';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { every, field, host, staged, test, until, visit } from './stage.js';

let running: TestHost;

staged((each) => {
  running = each;
});

test('another host is named and confirmed once, and named again when it asks for a token', async (t) => {
  const other = await host(every, { token: 'sesame' });
  t.after(() => other.stop());
  const disguised = other.url.replace('http://', `http://${new URL(running.url).host}@`);
  const { page, strangers, end } = await visit(
    running.url,
    `?host=${encodeURIComponent(disguised)}#/objects/every`,
  );
  await page.getByRole('heading', { name: 'Connect to another host?' }).waitFor();
  await page.getByText(other.url, { exact: true }).waitFor();
  assert.deepEqual(strangers, [], 'nothing is sent there before the user confirms it');
  const answer = await fetch(page.url(), { headers: { Accept: 'text/html' } });
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.match(policy, new RegExp(`connect-src 'self' ${other.url};`));
  assert.match(policy, /script-src 'self';/);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'This host is locked' }).waitFor();
  await page.getByText(other.url, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Token', exact: true }).click();
  await page.getByLabel('Token', { exact: true }).last().fill('sesame');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await field(page, 'text').waitFor();
  await page.reload();
  await field(page, 'preview').scrollIntoViewIfNeeded();
  await field(page, 'preview').locator('img').waitFor();
  await end();
});

test('a user who declines another host stays at the own one', async () => {
  const { page, strangers, end } = await visit(running.url, '?host=http%3A%2F%2F127.0.0.1%3A1');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('link', { name: /Every/ }).first().waitFor();
  await until(
    () => page.url(),
    (url) => !url.includes('host='),
    'the own host',
  );
  assert.deepEqual(strangers, []);
  await end();
});
