/// <reference lib="dom" />
/** Prompts that open while the user is doing something else. */
import assert from 'node:assert/strict';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { fingersOn, placeIn } from './fingers.js';
import { field, has, phone, put, read, shows, staged, test, type Visit, visit } from './stage.js';

let running: TestHost;
let desk: Visit;
let mobile: Visit;

staged(async (each) => {
  running = each;
  desk = await visit(running.url, '#/objects/every');
  mobile = await visit(running.url, '#/objects/every', phone);
});

const ask = () => fetch(`${running.url}/exposed/function/every/Ask`, { method: 'POST' });
const dialog = ({ page }: Visit) => page.getByRole('dialog', { name: 'Curtain' });
const answerOf = (visitor: Visit, name: string) =>
  dialog(visitor).getByRole('button', { name, disabled: false });

async function isGone(): Promise<void> {
  for (const each of [desk, mobile]) await dialog(each).waitFor({ state: 'detached' });
}

test('neither Enter nor the backdrop answers a prompt, and no answer has the focus', async () => {
  await put(running.url, 'every/text', 'Unanswered');
  await ask();
  await answerOf(desk, 'Let it fall').waitFor();
  assert.equal(await desk.page.evaluate(() => document.activeElement?.tagName), 'DIALOG');
  await desk.page.keyboard.press('Enter');
  await desk.page.mouse.click(5, 400);
  // An earlier answer would have been the first.
  await answerOf(desk, 'Leave').click();
  await isGone();
  assert.equal(await read(running.url, 'every/text'), 'Unanswered');
});

test('the Escape of a search does not answer a prompt that has just opened', async () => {
  await holdHalfSeconds(desk);
  await desk.page.keyboard.press('Control+k');
  await desk.page.locator('dialog.search input:focus').waitFor();
  await ask();
  await dialog(desk).waitFor();
  await desk.page.keyboard.press('Escape');
  await letHalfSecondsPass(desk);
  await answerOf(desk, 'Not yet').click();
  await isGone();
  await has(running, 'every/text', 'Standing');
  await desk.page.keyboard.press('Escape');
  await desk.page.locator('dialog.search').waitFor({ state: 'detached' });
});

test('a number that is being typed is neither written nor lost, and its Enter is not an answer', async () => {
  const { page } = desk;
  await put(running.url, 'every/single', 1.5);
  await field(page, 'single').getByRole('textbox').click();
  await page.keyboard.type('12');
  await ask();
  await dialog(desk).waitFor();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await answerOf(desk, 'Leave').click();
  await isGone();
  assert.equal(await read(running.url, 'every/single'), 1.5);
  await page.keyboard.type('34');
  await page.keyboard.press('Enter');
  await has(running, 'every/single', 1234);
});

test('a text that is being typed continues after the prompt', async () => {
  const { page } = desk;
  await field(page, 'text').getByRole('textbox').fill('');
  await page.keyboard.type('Helo');
  await page.keyboard.press('ArrowLeft');
  await ask();
  await answerOf(desk, 'Leave').click();
  await isGone();
  await page.keyboard.type('l');
  await page.keyboard.press('Enter');
  await has(running, 'every/text', 'Hello');
});

test('a tap in the first half second is not an answer, even if it ends later', async () => {
  await holdHalfSeconds(mobile);
  await ask();
  await dialog(mobile).waitFor();
  const fingers = await fingersOn(mobile.page);
  const yes = dialog(mobile).getByRole('button', { name: 'Let it fall' });
  await fingers.tap(await placeIn(yes));
  await fingers.down(await placeIn(yes));
  await letHalfSecondsPass(mobile);
  await answerOf(mobile, 'Let it fall').waitFor();
  await fingers.up();
  // An answer before this one would have been the first.
  await answerOf(mobile, 'Not yet').tap();
  await isGone();
  await has(running, 'every/text', 'Standing');
});

test('other surfaces see who has answered, and how', async () => {
  await ask();
  await dialog(desk).waitFor();
  await answerOf(mobile, 'Let it fall').tap();
  await desk.page.locator('.toast', { hasText: /^Curtain: Let it fall.*panel-/ }).waitFor();
  // The answering panel gets the event of the answer before this one.
  await put(running.url, 'every/int16', 21);
  await shows(field(mobile.page, 'int16').getByRole('textbox'), '21');
  assert.equal(await mobile.page.locator('.toast', { hasText: 'Curtain: Let it fall' }).count(), 0);
});

test('a long prompt is shown from its beginning, with its answers visible', async () => {
  const message = Array.from({ length: 200 }, (_each, i) => `Line ${i + 1}`).join('\n');
  await running.control('prompt.ask', { messageKey: message, titleKey: 'Long' });
  const long = mobile.page.getByRole('dialog', { name: 'Long' });
  await long.waitFor();
  const seen = await long.evaluate((element) => {
    const isSeen = (each: Element) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    return {
      scrolled: [element, ...element.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0).length,
      title: isSeen(element.querySelector('h2')!),
      answers: [...element.querySelectorAll('button')].every(isSeen),
    };
  });
  assert.deepEqual(seen, { scrolled: 0, title: true, answers: true });
  await long.getByRole('button', { name: 'No' }).tap();
  await long.waitFor({ state: 'detached' });
});

/** Stops the half second of prompts, so that the test does not depend on the speed of the machine. */
async function holdHalfSeconds({ page }: Visit): Promise<void> {
  await page.evaluate(() => {
    const { setTimeout: real } = window;
    const held: (() => void)[] = [];
    const letPass = () => {
      window.setTimeout = real;
      for (const act of held) act();
    };
    const hold = (act: () => void, ms?: number) => (ms === 500 ? held.push(act) : real(act, ms));
    Object.assign(window, { setTimeout: hold, letPass });
  });
}

async function letHalfSecondsPass({ page }: Visit): Promise<void> {
  await page.evaluate(() => (window as unknown as { letPass(): void }).letPass());
}
