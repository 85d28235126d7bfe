/// <reference lib="dom" />
/** Undo and redo of own changes. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { fingersOn, placeIn } from './fingers.js';
import { becomes, field, has, phone, put, read, staged, test, until, type Visit, visit } from './stage.js';

let running: TestHost;
let tab: Visit;
let page: Page;

staged(async (each) => {
  running = each;
  tab = await visit(running.url, '#/objects/every');
  page = tab.page;
});

const undo = (of: Page = page) => of.getByRole('button', { name: /^Undo/ });
const redo = () => page.getByRole('button', { name: /^Redo/ });
const isDisabled = (button: ReturnType<typeof undo>) => becomes(() => button.isDisabled(), true);

async function type(member: string, value: number): Promise<void> {
  const input = field(page, member).getByRole('textbox').last();
  await input.fill(String(value));
  await input.press('Enter');
  await has(running, `every/${member}`, value);
}

test('undo and redo do not overwrite later changes of others', async () => {
  await type('int16', 11);
  await type('int32', 12);
  await put(running.url, 'every/int32', 99);
  await undo().click();
  await page.locator('.toast.warning', { hasText: 'Not undone: Every › Int32' }).waitFor();
  await undo().click();
  await has(running, 'every/int16', 5);
  assert.equal(await read(running.url, 'every/int32'), 99);
  await isDisabled(undo());
  await put(running.url, 'every/int16', 77);
  await redo().click();
  await page.locator('.toast.warning', { hasText: 'Not redone: Every › Int16' }).waitFor();
  await isDisabled(redo());
  assert.equal(await read(running.url, 'every/int16'), 77);
});

test('an undo that the host refuses can be tried again', async () => {
  await type('int16', 11);
  await page.route('**/every/int16', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":"Not now"}' })
      : route.continue(),
  );
  await undo().click();
  await page.locator('.toast.error', { hasText: 'Not now' }).waitFor();
  await page.unroute('**/every/int16');
  await undo().click();
  await has(running, 'every/int16', 77);
  await redo().click();
  await has(running, 'every/int16', 11);
  await undo().click();
  await has(running, 'every/int16', 77);
});

test('changes of lists, colors and elements are undone and redone', async () => {
  await field(page, 'numbers').getByRole('button', { name: 'Add' }).click();
  await has(running, 'every/numbers', [1, 2, 3, 0]);
  await field(page, 'color').locator('.swatch').fill('#00ff00');
  await has(running, 'every/color', { r: 0, g: 1, b: 0, a: 1 });
  const cues = field(page, 'cues');
  await cues.getByRole('button', { name: /^Main/ }).click();
  await cues.locator('[data-path="cues/1/seconds"]').getByRole('slider').press('ArrowRight');
  await has(running, 'every/cues/Main/seconds', 4.5);
  await undo().click();
  await has(running, 'every/cues/Main/seconds', 4);
  await undo().click();
  await has(running, 'every/color', { r: 1, g: 0.5, b: 0, a: 1 });
  await undo().click();
  await has(running, 'every/numbers', [1, 2, 3]);
  await redo().click();
  await has(running, 'every/numbers', [1, 2, 3, 0]);
  await redo().click();
  await has(running, 'every/color', { r: 0, g: 1, b: 0, a: 1 });
});

test('two fingers on two sliders make one step each, and a cancelled drag makes none', async () => {
  await put(running.url, 'every/slide', 1);
  await put(running.url, 'every/cues/Main/seconds', 4);
  // High enough to show both.
  const tall = await visit(running.url, '#/objects/every', {
    ...phone,
    viewport: { width: 412, height: 5000 },
  });
  const fingers = await fingersOn(tall.page);
  const cues = field(tall.page, 'cues');
  await cues.getByRole('button', { name: /^Main/ }).tap();
  const one = field(tall.page, 'slide').getByRole('slider');
  const other = cues.locator('[data-path="cues/1/seconds"]').getByRole('slider');
  await other.waitFor();
  await fingers.down(await placeIn(one, 0.1), 0);
  await fingers.down(await placeIn(other, 0.4), 1);
  for (const [i, share] of [0.3, 0.5, 0.7, 0.9, 1.1].entries()) {
    await fingers.move(await placeIn(one, share), 0);
    await fingers.move(await placeIn(other, 0.4 + (i % 2) / 4), 1);
    // Both have written, in turn.
    await until(
      () => read(running.url, 'every/slide'),
      (value) => String(value) !== '1',
      'dragged',
    );
  }
  await fingers.move(await placeIn(other, -0.1), 1);
  await fingers.up(1);
  await fingers.up(0);
  await has(running, 'every/slide', 10);
  await has(running, 'every/cues/Main/seconds', 0);
  await fingers.down(await placeIn(one, 0.9));
  await fingers.move(await placeIn(one, 0.2));
  await until(
    () => read(running.url, 'every/slide'),
    (value) => Number(value) < 5,
    'dragged',
  );
  await fingers.cancel();
  await has(running, 'every/slide', 10);
  await undo(tall.page).tap();
  await until(
    async () => [await read(running.url, 'every/slide'), await read(running.url, 'every/cues/Main/seconds')],
    ([slide, seconds]) => slide === 1 || seconds === 4,
    'one step',
  );
  await undo(tall.page).tap();
  await has(running, 'every/slide', 1);
  await has(running, 'every/cues/Main/seconds', 4);
  await isDisabled(undo(tall.page));
  await tall.end();
});
