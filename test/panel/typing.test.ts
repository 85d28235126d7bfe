/// <reference lib="dom" />
/** Typing into fields. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import {
  desktop,
  field,
  left,
  put,
  read,
  staged,
  tellOfFailures,
  until,
  type Visit,
  visit,
} from './stage.js';

const skip = left;
let running: TestHost;
let tab: Visit;
let page: Page;

staged(async (each) => {
  running = each;
  tab = await visit(running.url, '#/objects/every');
  page = tab.page;
});

tellOfFailures(() => tab);

const has = (member: string, expected: unknown) =>
  until(
    () => read(running.url, `every/${member}`),
    (value) => isDeepStrictEqual(value, expected),
    member,
  );

async function type(of: Page, member: string, text: string): Promise<void> {
  const input = field(of, member).getByRole('textbox').last();
  await input.fill(text);
  await input.press('Enter');
}

test('numbers are read as people write them', { skip }, async () => {
  for (const [text, value] of [
    ['1,000', 1000],
    ['4.500,75', 4500.75],
    ['1 000', 1000],
    ['１２．５', 12.5],
    ['−3', -3],
    ['50%', 0.5],
    ['2*3', 6],
  ] as const) {
    await type(page, 'double', text);
    await has('double', value);
  }
});

test('an invalid number shows an error, stays, and is not written', { skip }, async () => {
  await put(running.url, 'every/double', 2);
  const input = field(page, 'double').getByRole('textbox');
  await until(
    () => input.inputValue(),
    (text) => text === '2',
    'shown',
  );
  await type(page, 'double', '1e999');
  await field(page, 'double').getByRole('alert').getByText('1e999 is too large').waitFor();
  await input.press('Tab');
  assert.equal(await input.inputValue(), '1e999');
  assert.equal(await input.getAttribute('aria-invalid'), 'true');
  await type(page, 'byte', '300');
  await field(page, 'byte').getByRole('alert').getByText('between 0 and 255').waitFor();
  await field(page, 'byte').getByRole('textbox').press('Escape');
  // Writes are sent in order.
  await type(page, 'int16', '61');
  await has('int16', 61);
  assert.equal(await read(running.url, 'every/double'), 2);
  assert.equal(await read(running.url, 'every/byte'), 6);
  await input.focus();
  await input.press('Escape');
  assert.equal(await input.inputValue(), '2');
});

test('a function does not run with an invalid argument', { skip }, async () => {
  const sum = field(page, 'Sum');
  await sum.getByRole('button', { expanded: false }).first().click();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/exposed/function/')) calls.push(request.postData() ?? '');
  });
  const a = sum.getByRole('textbox', { name: 'A', exact: true });
  await a.fill('five');
  await a.press('Enter');
  await sum.getByRole('alert').getByText('“five” is not a number').waitFor();
  await sum.getByRole('button', { name: 'Run' }).click();
  await a.fill('5');
  await a.press('Enter');
  await sum.getByText('15').waitFor();
  assert.deepEqual(calls, ['{"args":[5,10]}']);
});

test('a value beyond the range of a slider is marked', { skip }, async () => {
  await put(running.url, 'every/slide', 12);
  await field(page, 'slide').getByText('Beyond 0 to 10').waitFor();
  await put(running.url, 'every/slide', 2);
  await field(page, 'slide').getByText('Beyond').waitFor({ state: 'detached' });
});

test('numbers are shown and read with a decimal comma where it is usual', { skip }, async () => {
  await put(running.url, 'every/double', 1.125);
  const there = await visit(running.url, '#/objects/every', { ...desktop, locale: 'de-DE' });
  const input = field(there.page, 'double').getByRole('textbox');
  await until(
    () => input.inputValue(),
    (text) => text === '1,125',
    'shown',
  );
  await type(there.page, 'double', '1.250');
  await has('double', 1250);
  await type(there.page, 'double', '1,25');
  await has('double', 1.25);
  await there.end();
});

test('a color brighter than the screen is shown, typed and picked with its intensity', { skip }, async () => {
  await put(running.url, 'every/color', { r: 4, g: 2, b: 0, a: 1 });
  const color = field(page, 'color');
  const code = color.getByRole('textbox', { name: /code$/ });
  await until(
    () => code.inputValue(),
    (text) => text === '#FF8000 ×4',
    'code',
  );
  const typed = async (text: string) => {
    await code.fill(text);
    await code.press('Enter');
  };
  await typed('#0F0');
  await has('color', { r: 0, g: 4, b: 0, a: 1 });
  await typed('#ff000080 ×1');
  await has('color', { r: 1, g: 0, b: 0, a: 0.502 });
  await typed('blue');
  await color.getByRole('alert').getByText('is not a colour').waitFor();
  await code.press('Escape');
  await put(running.url, 'every/color', { r: 4, g: 2, b: 0, a: 1 });
  await until(
    () => code.inputValue(),
    (text) => text === '#FF8000 ×4',
    'code',
  );
  await color.locator('.swatch').click();
  const area = color.locator('.picker-area');
  await area.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await area.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height - 1, { steps: 3 });
  await page.mouse.move(x + width / 2, y, { steps: 3 });
  await page.mouse.up();
  const picked = await until(
    () => read(running.url, 'every/color') as Promise<{ r: number; b: number }>,
    ({ b }) => b > 1.9,
    'picked',
  );
  assert.equal(picked.r, 4);
  await color.locator('.swatch').click();
});

test('a text keeps its lines', { skip }, async () => {
  const text = field(page, 'text').getByRole('textbox');
  await text.fill('One');
  await text.press('Shift+Enter');
  await page.keyboard.type('Two');
  await text.press('Control+Enter');
  await has('text', 'One\nTwo');
  await put(running.url, 'every/text', 'A\r\nB');
  await until(
    () => text.inputValue(),
    (value) => value === 'A\nB',
    'shown',
  );
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('C');
  await text.press('Tab');
  await has('text', 'A\r\nBC');
});

test('the console stays empty', { skip }, () => {
  assert.deepEqual(tab.complaints, []);
});
