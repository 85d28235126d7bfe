/// <reference lib="dom" />
/** Typing into fields. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { desktop, field, has, put, read, shows, staged, test, type Visit, visit } from './stage.js';

let running: TestHost;
let tab: Visit;
let page: Page;

staged(async (each) => {
  running = each;
  tab = await visit(running.url, '#/objects/every');
  page = tab.page;
});

const hasValue = (member: string, expected: unknown) => has(running, `every/${member}`, expected);

async function type(of: Page, member: string, text: string): Promise<void> {
  const input = field(of, member).getByRole('textbox').last();
  await input.fill(text);
  await input.press('Enter');
}

test('an invalid number shows an error, stays, and is not written', async () => {
  await put(running.url, 'every/double', 2);
  const input = field(page, 'double').getByRole('textbox');
  await shows(input, '2');
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
  await hasValue('int16', 61);
  assert.equal(await read(running.url, 'every/double'), 2);
  assert.equal(await read(running.url, 'every/byte'), 6);
  await input.focus();
  await input.press('Escape');
  assert.equal(await input.inputValue(), '2');
});

test('a function does not run with an invalid argument', async () => {
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

test('a value beyond the range of a slider is marked', async () => {
  await put(running.url, 'every/slide', 12);
  await field(page, 'slide').getByText('Beyond 0 to 10').waitFor();
  await put(running.url, 'every/slide', 2);
  await field(page, 'slide').getByText('Beyond').waitFor({ state: 'detached' });
});

test('numbers are shown and read with a decimal comma where it is usual', async () => {
  await put(running.url, 'every/double', 1.125);
  const there = await visit(running.url, '#/objects/every', { ...desktop, locale: 'de-DE' });
  const input = field(there.page, 'double').getByRole('textbox');
  await shows(input, '1,125');
  await type(there.page, 'double', '1.250');
  await hasValue('double', 1250);
  await type(there.page, 'double', '1,25');
  await hasValue('double', 1.25);
  await there.end();
});

test('a color brighter than the screen keeps its brightness when another is picked', async () => {
  await put(running.url, 'every/color', { r: 4, g: 2, b: 0, a: 1 });
  const swatch = field(page, 'color').locator('.swatch');
  await shows(swatch, '#ff8000');
  await swatch.fill('#00ff00');
  await hasValue('color', { r: 0, g: 4, b: 0, a: 1 });
});

test('a text keeps its lines', async () => {
  const text = field(page, 'text').getByRole('textbox');
  await text.fill('One');
  await text.press('Shift+Enter');
  await page.keyboard.type('Two');
  await text.press('Control+Enter');
  await hasValue('text', 'One\nTwo');
  await put(running.url, 'every/text', 'A\r\nB');
  await shows(text, 'A\nB');
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('C');
  await text.press('Tab');
  await hasValue('text', 'A\r\nBC');
});
