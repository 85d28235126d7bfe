/// <reference lib="dom" />
/** The deck: tiles follow their members, tabs share the deck, and files are checked. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { becomes, field, has, phone, put, read, shows, staged, test, type Visit, visit } from './stage.js';

let running: TestHost;
let tab: Visit;

staged(async (each) => {
  running = each;
  tab = await visit(running.url, '#/objects/every');
});

async function pin(page: Page, member: string, label: string): Promise<void> {
  await field(page, member).getByRole('button', { name: label, exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Add to the deck' }).click();
}

const names = (page: Page) => page.locator('.deck .tile-name').allTextContents();
const tile = (page: Page, name: string) => page.locator('.tile', { hasText: name });
const removeFirstCue = () => fetch(`${running.url}/exposed/object/every/cues/0`, { method: 'DELETE' });

test('a tile of an element follows it when others are removed, and names it', async () => {
  const { page } = tab;
  await put(running.url, 'every/cues', [
    { name: 'Intro' },
    { name: '5', seconds: 4 },
    { name: 'a/b', seconds: 2 },
  ]);
  const cues = field(page, 'cues');
  await cues.getByRole('button', { name: /^5/ }).click();
  await cues.getByRole('button', { name: /^a\/b/ }).click();
  await pin(page, 'cues/1/seconds', 'Seconds');
  await cues.getByRole('button', { name: 'More for Longer' }).last().click();
  await page.getByRole('menuitem', { name: 'Add to the deck' }).click();
  const seconds = tile(page, 'Seconds');
  await seconds.getByText('Every › 5').waitFor();
  await removeFirstCue();
  await seconds.getByRole('slider').press('ArrowRight');
  await has(running, 'every/cues["5"]/seconds', 4.5);
  await tile(page, 'Longer').getByText('Every › a/b').waitFor();
  await tile(page, 'Longer').getByRole('button', { name: 'Longer' }).click();
  await has(running, 'every/cues[a%2Fb]/seconds', 3);
  assert.equal(await read(running.url, 'every/cues["5"]/seconds'), 4.5);
  await removeFirstCue();
  await seconds.getByText('Not available').waitFor();
  await put(running.url, 'every/cues', [
    { name: 'End', seconds: 1 },
    { name: '5', seconds: 7 },
  ]);
  await shows(seconds.getByRole('slider'), '7');
  await seconds.getByRole('slider').press('ArrowRight');
  await has(running, 'every/cues["5"]/seconds', 7.5);
  assert.equal(await read(running.url, 'every/cues/End/seconds'), 1);
});

test('a write to an element that has moved in the meantime reaches that element', async () => {
  const { page } = tab;
  await put(
    running.url,
    'every/cues',
    ['Intro', 'Main', 'End'].map((name) => ({ name, seconds: 1 })),
  );
  const cues = field(page, 'cues');
  await cues.getByRole('button', { name: /^Main/ }).waitFor();
  const head = cues.getByRole('button', { name: /^Main/ });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  let release = () => {};
  await page.route('**/exposed/object/every/cues*/**', async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  const asked = page.waitForRequest((each) => each.method() === 'PUT' && each.url().includes('cues'));
  await cues.locator('[data-path="cues/1/seconds"]').getByRole('slider').press('ArrowRight');
  await asked;
  await removeFirstCue();
  release();
  await has(running, 'every/cues/Main/seconds', 1.5);
  assert.equal(await read(running.url, 'every/cues/End/seconds'), 1);
  await page.unroute('**/exposed/object/every/cues*/**');
});

test('a wide tile leaves no hole in a grid of three columns', async () => {
  const member = (path: string, isWide = false) => ({ key: 'every', path, kind: 'member', isWide });
  const deck = [member('flag'), member('single'), member('v3', true), member('int32')];
  const options = { viewport: { width: 620, height: 800 } };
  const { page, end } = await visit(running.url, '', options);
  await page.evaluate(
    ([key, tiles]) => localStorage.setItem(key!, tiles!),
    [`sim-host:deck:${running.url}`, JSON.stringify(deck)],
  );
  await page.goto(`${running.url}/#/deck`);
  await page.reload();
  await tile(page, 'Int32').getByRole('textbox').waitFor();
  const tops = await page
    .locator('.tile')
    .evaluateAll((tiles) => tiles.map((each) => each.getBoundingClientRect().top));
  assert.equal(tops[1], tops[0]);
  assert.ok(tops[2]! > tops[0]!, 'the wide tile fits the first row');
  assert.equal(tops[3], tops[0]);
  await end();
});

test('two tabs share one deck', async () => {
  const { page } = tab;
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await pin(page, 'int32', 'Int32');
  const other = await page.context().newPage();
  await other.goto(`${running.url}/#/objects/every`);
  await becomes(() => names(other), ['Int32']);
  await pin(page, 'flag', 'Flag');
  await becomes(() => names(other), ['Int32', 'Flag']);
  await pin(other, 'mode', 'Mode');
  await becomes(() => names(page), ['Int32', 'Flag', 'Mode']);
  await other.close();
});

const member = (path: string) => ({ key: 'every', path, kind: 'member' });
const deckOf = (tiles: unknown, formatVersion: unknown = 1) => ({
  format: 'sim-host.deck',
  formatVersion,
  tiles,
});

const load = (page: Page, deck: unknown) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'deck.json',
    mimeType: 'application/json',
    buffer: Buffer.from(typeof deck === 'string' ? deck : JSON.stringify(deck)),
  });

test('a deck file replaces the deck only after a confirmation', async () => {
  const { page } = tab;
  const before = await names(page);
  await load(page, deckOf([member('byte')]));
  const question = page.getByRole('dialog', { name: 'Replace the deck?' });
  await question.getByText('3 tiles are replaced by 1').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(await names(page), before);
  await load(page, deckOf([member('byte'), member('byte')]));
  await question.getByRole('button', { name: 'Replace' }).click();
  await becomes(() => names(page), ['Byte']);
});

test('an invalid deck file is refused and changes nothing', async () => {
  const { page } = tab;
  for (const [deck, told] of [
    ['{', 'was not loaded'],
    [null, 'is not a deck'],
    [deckOf([], 99), 'version 99'],
    [deckOf([member('byte'), null]), 'Entry 2'],
    [deckOf(Array.from({ length: 100_000 }, () => ({}))), '100000 tiles'],
  ] as const) {
    await load(page, deck);
    const toast = page.locator('.toast.error', { hasText: told });
    await toast.waitFor();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.deepEqual(await names(page), ['Byte']);
  }
});

test('a stored deck that is invalid leaves the panel working', async () => {
  const { page } = tab;
  for (const kept of ['null', '[null]', JSON.stringify(Array.from({ length: 100_000 }, () => ({})))]) {
    await page.evaluate(
      ([key, text]) => localStorage.setItem(key!, text!),
      [`sim-host:deck:${running.url}`, kept],
    );
    await page.reload();
    await field(page, 'flag').waitFor();
    assert.deepEqual(await names(page), []);
  }
  await pin(page, 'flag', 'Flag');
  assert.deepEqual(await names(page), ['Flag']);
});

test('a vector takes two columns of the deck, and is complete in one', async () => {
  await put(running.url, 'every/v3', { x: 1.25, y: -10.5, z: 1234.5 });
  const { page, end } = await visit(running.url, '#/objects/every', phone);
  await pin(page, 'v3', 'V3');
  await page.evaluate(() => {
    location.hash = '#/deck';
  });
  await page.getByRole('button', { name: 'Arrange' }).tap();
  await page.getByRole('button', { name: 'Make V3 narrow' }).tap();
  const cut = await tile(page, 'V3')
    .getByRole('textbox')
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[])
        .filter(({ clientWidth, scrollWidth }) => clientWidth < 40 || scrollWidth > clientWidth)
        .map(({ value }) => value),
    );
  assert.deepEqual(cut, []);
  await end();
});
