/// <reference lib="dom" />
/** What two operators do at once, and how the panel handles bad connections. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import {
  becomes,
  every,
  field,
  has,
  host,
  phone,
  put,
  read,
  shows,
  staged,
  test,
  until,
  type Visit,
  visit,
} from './stage.js';

let running: TestHost;
let one: Visit;
let two: Visit;

staged(async (each) => {
  running = each;
  one = await visit(running.url, '#/objects/every');
  two = await visit(running.url, '#/objects/every', phone);
});

const run = (visitor: Visit, name: string) =>
  field(visitor.page, name).getByRole('button', { name, exact: true }).click();

/** Presses a button of the page Show. */
async function openDialog(page: Page, name: string): Promise<void> {
  await page.evaluate(() => (location.hash = '#/show'));
  await page.locator('.page.show').getByRole('button', { name, exact: true }).click();
}

test('a prompt is shown on every page at once, and the first answer closes it everywhere', async () => {
  await run(one, 'Ask');
  for (const { page } of [one, two])
    await page.getByRole('dialog', { name: 'Curtain' }).getByText('Shall it fall?').waitFor();
  await two.page.getByRole('button', { name: 'Let it fall' }).tap();
  for (const { page } of [one, two])
    await page.getByRole('dialog', { name: 'Curtain' }).waitFor({ state: 'detached' });
  await has(running, 'every/text', 'Fallen');
});

test('a panel that is opened while a prompt is pending shows it too', async () => {
  await run(one, 'Ask');
  const late = await visit(running.url);
  await late.page.getByRole('button', { name: 'Not yet' }).click();
  await one.page.getByRole('dialog', { name: 'Curtain' }).waitFor({ state: 'detached' });
  await has(running, 'every/text', 'Standing');
  await late.end();
});

test('notices are shown, and stay in the activity', async () => {
  await run(one, 'Tell');
  for (const { page } of [one, two])
    await page.locator('.toast.warning', { hasText: 'Something happened' }).waitFor();
  await two.page.getByRole('button', { name: /^Activity/ }).tap();
  await two.page.locator('.notice', { hasText: 'Something happened' }).waitFor();
  await two.page.getByRole('button', { name: 'Events' }).tap();
  // The panel asks for all events once the list is open; earlier ones are not shown.
  let single = 40;
  await until(
    async () => {
      await put(running.url, 'every/single', ++single);
      return two.page.locator('.event', { hasText: 'single = ' }).count();
    },
    (count) => count > 0,
    'the event',
  );
  await two.page.goBack();
});

test('unsaved edits are shown, saved, and loaded again', async () => {
  const { page } = one;
  await put(running.url, 'every/int32', 77);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
  // The host notifies of it, so the panel does not.
  await page.locator('.toast', { hasText: 'every.live.json' }).waitFor();
  const told = await page.locator('.toast.success').allInnerTexts();
  assert.equal(told.filter((text) => /saved/i.test(text)).length, 1, told.join(' | '));
  await put(running.url, 'every/int32', 78);
  await openDialog(page, 'Load');
  await page.getByRole('button', { name: /every.live.json/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
  await has(running, 'every/int32', 77);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a copy is exported, and edits are reverted', async () => {
  const { page } = one;
  await openDialog(page, 'Export');
  await page.getByRole('textbox', { name: 'File in the project' }).fill('copies/one');
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await put(running.url, 'bob/warmth', 9);
  await openDialog(page, 'Revert');
  await page.getByRole('dialog').getByText('Bob').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
  await has(running, 'bob/warmth', 1);
});

test('a preset is saved from one object and loaded into another', async () => {
  const { page } = one;
  await put(running.url, 'ada/warmth', 5);
  await page.evaluate(() => (location.hash = '#/objects/ada'));
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('textbox', { name: 'Name of the new preset' }).fill('cosy');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.evaluate(() => (location.hash = '#/objects/bob'));
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('button', { name: /^cosy/ }).click();
  await has(running, 'bob/warmth', 5);
});

test('a change of language changes labels immediately', async () => {
  const { page } = one;
  await page.evaluate(() => (location.hash = '#/objects/every'));
  const choice = await visit(running.url, '#/show');
  await choice.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: '日本語' });
  await choice.end();
  for (const each of [one, two]) await field(each.page, 'slide').getByText('動かす').waitFor();
  await page.getByRole('link', { name: 'すべて' }).waitFor();
  await becomes(() => page.title(), 'すべての舞台');
  await fetch(`${running.url}/api/language`, { method: 'PUT', body: '{"language":"en"}' });
  await field(page, 'slide').getByText('Slide me').waitFor();
});

test('the search finds members of all objects by keyboard', async () => {
  const { page } = one;
  await page.keyboard.press('Control+k');
  await page.locator('dialog.search input:focus').waitFor();
  await page.keyboard.type('bob warm');
  await page.locator('.found-row', { hasText: 'Bob › Warmth' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bob' }).waitFor();
  await becomes(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Warmth');
});

test('objects appear and disappear in the list and on their page', async () => {
  const { page } = one;
  const lists: string[] = [];
  const note = (request: Request) => {
    if (new URL(request.url()).pathname === '/exposed/objects') lists.push(request.url());
  };
  page.on('request', note);
  await fetch(`${running.url}/exposed/function/every/Spawn`, { method: 'POST' });
  await page.getByRole('link', { name: /Newcomer/ }).click();
  await page.getByRole('heading', { name: 'Newcomer' }).waitFor();
  assert.deepEqual(lists, [], 'the object that has come is asked for, and not the list');
  await running.control('object.destroy', { key: 'newcomer' });
  await page.getByText('does not exist').waitFor();
  await fetch(`${running.url}/exposed/function/every/Spawn`, { method: 'POST' });
  await field(page, 'warmth').waitFor();
  // For an unknown key, the client has looked for a name.
  lists.length = 0;
  await put(running.url, 'group/name', 'Renamed');
  await page
    .getByRole('link', { name: /^Renamed/ })
    .first()
    .waitFor();
  // A stream that resumes has missed nothing.
  await running.control('network', { dropStreams: true });
  await put(running.url, 'newcomer/warmth', 3);
  await shows(field(page, 'warmth').getByRole('textbox'), '3');
  assert.deepEqual(lists, [], 'the list is changed by what changes, and not loaded anew');
  page.off('request', note);
});

test('the deck stores its tiles, controls the host, is arranged, saved to a file and loaded', async () => {
  const { page } = one;
  await page.evaluate(() => (location.hash = '#/objects/every'));
  for (const [member, label] of [
    ['slide', 'Slide me'],
    ['flag', 'Flag'],
  ] as const) {
    await field(page, member).getByRole('button', { name: label }).click();
    await page.getByRole('menuitem', { name: 'Add to the deck' }).click();
  }
  await page.getByRole('button', { name: 'More for Ping' }).click();
  await page.getByRole('menuitem', { name: 'Add to the deck' }).click();
  const names = () => page.locator('.deck .tile-name').allTextContents();
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Move Flag forward' }).click();
  await becomes(names, ['Flag', 'Slide me', 'Ping']);
  const at = async (name: RegExp) => {
    const { x, y, width, height } = (await page.getByRole('button', { name }).boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  await page.mouse.move(...(await at(/^Move Ping: by dragging/)));
  await page.mouse.down();
  await page.mouse.move(...(await at(/^Move Flag: by dragging/)), { steps: 8 });
  await page.mouse.up();
  await becomes(names, ['Ping', 'Flag', 'Slide me']);
  await page.getByRole('button', { name: /^Move Ping: by dragging/ }).press('ArrowRight');
  await page.getByRole('button', { name: /^Move Ping: by dragging/ }).press('ArrowRight');
  await becomes(names, ['Flag', 'Slide me', 'Ping']);
  await page.reload();
  await becomes(names, ['Flag', 'Slide me', 'Ping']);
  await page.locator('.deck').getByRole('button', { name: 'Ping' }).click();
  await has(running, 'every/text', 'Pinged');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the deck as a file' }).click();
  const file = await (await saving).path();
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Remove Flag from the deck' }).click();
  await until(names, (all) => all.length === 2, 'taken');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await becomes(names, ['Flag', 'Slide me', 'Ping']);
});

test('favourites are listed first', async () => {
  const { page } = one;
  await page.evaluate(() => (location.hash = '#/objects/bob'));
  await page.getByRole('button', { name: 'Add to favourites' }).click();
  await until(
    () => page.locator('.list-heading').first().textContent(),
    (text) => /Favourites/.test(text ?? ''),
    'heading',
  );
});

test('a lost connection is shown, and missed changes appear afterwards', async () => {
  const { page } = one;
  await page.evaluate(() => (location.hash = '#/objects/every'));
  await field(page, 'text').waitFor();
  await running.control('network', { dropStreams: true, refuse: 1500 });
  await page.locator('.lost.shown').waitFor();
  await until(
    () =>
      put(running.url, 'every/text', 'Meanwhile').then(
        () => true,
        () => false,
      ),
    Boolean,
    'requests are served again',
  );
  await shows(field(page, 'text').getByRole('textbox'), 'Meanwhile');
  await page.locator('.lost.shown').waitFor({ state: 'detached' });
});

test('a refused write is reported, and the panel shows the actual value', async () => {
  const byte = field(one.page, 'byte').getByRole('textbox');
  const undo = one.page.getByRole('button', { name: /^Undo/ });
  await one.page.reload();
  await byte.waitFor();
  assert.equal(await undo.isDisabled(), true);
  await one.page.route('**/every/byte', (route) =>
    route.request().postData() === '{"value":30}'
      ? route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"Not 30"}' })
      : route.continue(),
  );
  await byte.fill('30');
  await byte.press('Enter');
  await one.page.locator('.toast.error', { hasText: 'byte' }).waitFor();
  await one.page.getByRole('heading', { name: 'Every', exact: true }).click();
  await shows(byte, '6');
  assert.equal(await undo.isDisabled(), true, 'there is nothing to take back');
  // The first write of the gesture is accepted, the last refused.
  await byte.fill('7');
  await byte.blur();
  await has(running, 'every/byte', 7);
  await byte.fill('30');
  await byte.blur();
  await shows(byte, '7');
  await undo.click();
  await has(running, 'every/byte', 6);
  await one.page.unroute('**/every/byte');
});

test('the panel reconnects to a restarted host and stays at the same object', async (t) => {
  const port = await freePort();
  const first = await host(every, { port });
  t.after(() => first.stop());
  const there = await visit(first.url, '#/objects/Friend%3AGroup');
  const undo = there.page.getByRole('button', { name: /^Undo/ });
  const before = field(there.page, 'warmth').getByRole('textbox');
  await before.fill('5');
  await before.press('Enter');
  await becomes(() => undo.isEnabled(), true);
  await first.stop();
  await there.page.locator('.lost.shown').waitFor();
  const second = await until(
    () => host(every, { port }).catch(() => undefined),
    (each) => each !== undefined,
    'the port',
  );
  await there.page.locator('.lost.shown').waitFor({ state: 'detached' });
  await becomes(() => undo.isEnabled(), false);
  await until(
    async () => {
      const warmth = field(there.page, 'warmth').getByRole('textbox');
      await warmth.fill('8');
      await warmth.press('Enter');
      const objects = (await (await fetch(`${second!.url}/exposed/objects?type=Friend`)).json()) as {
        objects: { warmth: number }[];
      };
      return objects.objects.map((each) => each.warmth);
    },
    (all) => all.includes(8),
    'warmth of the new host',
  );
  await there.end();
  await second!.stop();
});

test('a locked host asks for the token or a code', async (t) => {
  const locked = await host(every, { token: 'sesame' });
  t.after(() => locked.stop());
  const guest = await visit(locked.url, '#/objects/every');
  await guest.page.getByLabel('Code that the host shows').fill('123456');
  await guest.page.getByRole('button', { name: 'Unlock' }).click();
  const told = guest.page.getByRole('alert');
  await told.filter({ hasText: 'This host displays no codes; enter the token' }).waitFor();
  await guest.page.getByLabel('Token', { exact: true }).last().fill('wrong');
  await guest.page.getByRole('button', { name: 'Unlock' }).click();
  await told.filter({ hasNotText: 'codes' }).waitFor();
  await guest.page.getByLabel('Token', { exact: true }).last().fill('sesame');
  await guest.page.getByRole('button', { name: 'Unlock' }).click();
  await field(guest.page, 'preview').scrollIntoViewIfNeeded();
  await field(guest.page, 'preview').locator('img').waitFor();
  await guest.page.reload();
  await field(guest.page, 'text').waitFor();
  await guest.end();
  await locked.stop();
});

test('the host asks before it quits with unsaved edits, and keeps running if the user declines', async (t) => {
  const leaving = await host(every);
  t.after(() => leaving.stop());
  const { page, end } = await visit(leaving.url);
  await put(leaving.url, 'every/text', 'Unsaved');
  const quit = async () => {
    await openDialog(page, 'Quit');
    await page.getByRole('dialog').getByRole('button', { name: 'Quit', exact: true }).click();
    await page.locator('dialog.prompt fieldset:enabled').waitFor();
  };
  await quit();
  await page.keyboard.press('Escape');
  await page.locator('dialog.prompt').waitFor({ state: 'detached' });
  assert.equal(await read(leaving.url, 'every/text'), 'Unsaved');
  await quit();
  const buttons = page.locator('dialog.prompt').getByRole('button');
  await buttons.last().click();
  await leaving.quitting;
  await page.locator('.lost.shown').waitFor();
  await end();
  await leaving.stop();
});

test('orphans are listed and removed', async (t) => {
  const project = mkdtempSync(join(tmpdir(), 'panel-'));
  const header = { format: 'jp.lilium.remotecontrol.live', formatVersion: 1, baseSceneName: 'Main' };
  const objects = [{ '@source': 'long-gone', '@type': 'Friend', warmth: 3 }];
  writeFileSync(join(project, 'every.live.json'), JSON.stringify({ ...header, objects }));
  const running2 = await host(every, { project });
  t.after(() => running2.stop());
  const { page, end } = await visit(running2.url, '#/show');
  await page.getByRole('button', { name: 'Remove long-gone' }).click();
  await page.getByText('No missing objects.').waitFor();
  const answer = await fetch(`${running2.url}/exposed/orphans`);
  assert.deepEqual(await answer.json(), { orphans: [] });
  await end();
  await running2.stop();
  rmSync(project, { recursive: true, force: true });
});

test('browsers offer to install the panel', async () => {
  const { page } = one;
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors: errors } = await session.send('Page.getInstallabilityErrors');
  // Test contexts are private windows.
  assert.deepEqual(
    errors.map(({ errorId }) => errorId),
    ['in-incognito'],
  );
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
