/// <reference lib="dom" />
/** Controls show what is not permitted, and what is unknown. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { becomes, every, field, has, host, put, quitBrowser, read, test, until, visit } from './stage.js';

after(quitBrowser);

test('with a read token, controls look read-only', async (t) => {
  const running = await host(every, { token: 'sesame', readToken: 'look' });
  t.after(() => running.stop());
  const { page, end } = await visit(running.url, '#/objects/every');
  await page.getByRole('button', { name: 'Token', exact: true }).click();
  await page.getByLabel('Token', { exact: true }).last().fill('look');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('Read only', { exact: true }).waitFor();
  await field(page, 'text').waitFor();
  assert.equal(await field(page, 'text').getByRole('textbox').isEditable(), false);
  assert.equal(await field(page, 'slide').getByRole('slider').isDisabled(), true);
  assert.equal(await field(page, 'flag').getByRole('switch').isDisabled(), true);
  assert.equal(await field(page, 'mode').getByRole('button', { name: 'Auto' }).isDisabled(), true);
  assert.equal(
    await field(page, 'Ping').getByRole('button', { name: 'Ping', exact: true }).isDisabled(),
    true,
  );
  assert.equal(await field(page, 'best').getByRole('combobox').count(), 0);
  assert.equal(await field(page, 'single').locator('.scrub').isVisible(), false);
  for (const name of [/^Undo/, /saved/])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));
  await page.evaluate(() => (location.hash = '#/show'));
  for (const name of ['Import', 'Reset all', 'Quit', 'Delete data'])
    assert.equal(await page.getByRole('button', { name, exact: true }).isDisabled(), true, name);
  await running.control('prompt.ask', { messageKey: 'Lights off?' });
  const dialog = page.locator('dialog.prompt');
  await dialog.getByText('another surface must answer').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Yes' }).isDisabled(), true);
  await end();
});

test('refusals during one gesture are one notice, and a refused member looks read-only afterwards', async (t) => {
  const running = await host(every);
  t.after(() => running.stop());
  const { page, end } = await visit(running.url, '#/objects/every');
  let count = 0;
  await page.route('**/slide', (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const body = JSON.stringify({ error: `Not permitted, the ${++count}.` });
    return route.fulfill({ status: count < 3 ? 400 : 403, contentType: 'application/json', body });
  });
  const slider = field(page, 'slide').getByRole('slider');
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  let i = 0;
  await until(
    async () => {
      await page.mouse.move(box.x + (box.width * (5 + (i++ % 10))) / 20, box.y + box.height / 2);
      return count;
    },
    (sent) => sent >= 3,
    'three refusals',
  );
  await page.mouse.up();
  await page.locator('.toast', { hasText: 'Not permitted' }).waitFor();
  await becomes(() => slider.isDisabled(), true);
  assert.equal(await page.locator('.toast').count(), 1);
  await end();
});

test('a silent host is reported, and controls are dimmed until it responds', async (t) => {
  const running = await host(every);
  t.after(() => running.stop());
  const { page, end } = await visit(running.url, '#/objects/every');
  await page.locator('.dot.live').waitFor();
  const single = field(page, 'single').getByRole('textbox');
  await single.focus();
  await page.keyboard.type('5');
  await running.control('network', { latency: 600_000 });
  await page.locator('.lost.shown').getByText('The host does not respond').waitFor();
  assert.equal(await page.locator('.dot.live').count(), 0);
  assert.equal(await single.isEditable(), false);
  await page.keyboard.press('Enter');
  await running.control('network');
  await page.locator('.lost.shown').waitFor({ state: 'detached' });
  assert.equal(await read(running.url, 'every/single'), 1.5);
  // The typed text is kept.
  assert.equal(await single.inputValue(), '5');
  await single.press('Enter');
  await has(running, 'every/single', 5);
  await end();
});

test('controls are dimmed without a connection', async (t) => {
  const running = await host(every);
  t.after(() => running.stop());
  const { page, end } = await visit(running.url, '#/objects/every');
  const single = field(page, 'single').getByRole('textbox');
  await single.waitFor();
  const { height } = (await field(page, 'cues').boundingBox())!;
  await running.control('network', { dropStreams: true, refuse: 600_000 });
  await page.locator('.lost.shown').waitFor();
  assert.equal(await single.isEditable(), false);
  const ping = field(page, 'Ping').getByRole('button', { name: 'Ping', exact: true });
  assert.equal(await ping.isDisabled(), true);
  assert.equal((await field(page, 'cues').boundingBox())!.height, height, 'nothing moves');
  const [lost, title] = [page.locator('.lost.shown'), page.locator('.inspector-head')];
  const { y, height: high } = (await lost.boundingBox())!;
  assert.ok(y + high <= (await title.boundingBox())!.y, 'the object keeps its name');
  await end();
});

test('a prompt that cannot be answered without a connection says so', async (t) => {
  const running = await host(every);
  t.after(() => running.stop());
  const { page, end } = await visit(running.url, '#/objects/every');
  await fetch(`${running.url}/exposed/function/every/Ask`, { method: 'POST' });
  const dialog = page.getByRole('dialog', { name: 'Curtain' });
  const yes = dialog.getByRole('button', { name: 'Let it fall' });
  await dialog.getByRole('button', { name: 'Let it fall', disabled: false }).waitFor();
  await running.control('network', { dropStreams: true, refuse: 600_000 });
  await dialog.getByText('Not connected').waitFor();
  assert.equal(await yes.isDisabled(), true);
  await running.control('network');
  await dialog.getByText('Not connected').waitFor({ state: 'detached' });
  await yes.click();
  await dialog.waitFor({ state: 'detached' });
  await end();
});

test('a write without a response is unknown until a read shows the value', async (t) => {
  const running = await host(every);
  t.after(() => running.stop());
  const { page, end } = await visit(running.url, '#/objects/every');
  await field(page, 'single').waitFor();
  const held: (() => void)[] = [];
  await page.route('**/exposed/object/every/single', async (route) => {
    if (route.request().method() === 'GET') {
      held.push(() => void route.continue());
      return;
    }
    await route.fetch();
    await route.abort('connectionreset');
  });
  const single = field(page, 'single').getByRole('textbox');
  await single.fill('9');
  await single.press('Enter');
  await page.locator('.toast.warning', { hasText: 'Not known: Every › single' }).waitFor();
  await field(page, 'single').getByText('Not known').waitFor();
  assert.equal(await page.locator('.toast.error').count(), 0);
  await until(
    () => held.length,
    (length) => length > 0,
    'asked',
  );
  held[0]!();
  await page.locator('.toast', { hasText: 'the host has 9' }).waitFor();
  await field(page, 'single').getByText('Not known').waitFor({ state: 'detached' });
  assert.equal(await single.inputValue(), '9');
  await put(running.url, 'every/single', 1);
  await end();
});
