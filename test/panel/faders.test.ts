/// <reference lib="dom" />
/** Touch: fingers that scroll over controls, drag them, and are interrupted. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { type Fingers, fingersOn, placeIn } from './fingers.js';
import { field, has, phone, put, read, staged, test, until, type Visit, visit } from './stage.js';

let running: TestHost;
let tab: Visit;
let page: Page;
let fingers: Fingers;

staged(async (each) => {
  running = each;
  tab = await visit(running.url, '#/objects/every', phone);
  page = tab.page;
  fingers = await fingersOn(page);
});

const slider = () => field(page, 'slide').getByRole('slider');
const hasValue = (member: string, expected: unknown) => has(running, `every/${member}`, expected);

/** Sets a number and waits until the panel shows it in the middle of the screen. */
async function begin(member: string, value: number): Promise<void> {
  await put(running.url, `every/${member}`, value);
  const shown = field(page, member).locator('input').first();
  await until(
    () => shown.inputValue(),
    (text) => Number(text) === value,
    `${member} is shown`,
  );
  await centre(shown);
}

const centre = (element: Locator) => element.evaluate((each) => each.scrollIntoView({ block: 'center' }));
const top = () => page.locator('.inspector').evaluate((each) => each.scrollTop);

let marks = 0;
/** Earlier writes of the panel have reached the host when this one has. */
async function barrier(): Promise<void> {
  const mark = ++marks;
  const double = field(page, 'double').getByRole('textbox');
  await double.fill(String(mark));
  await double.press('Enter');
  await hasValue('double', mark);
}

async function swipeUpOver(element: Locator, right = 0.8): Promise<void> {
  const before = await top();
  const from = await placeIn(element, right);
  await fingers.swipe(from, { x: from.x + 6, y: from.y - 150 });
  let last = await until(top, (now) => now > before + 50, 'scrolled');
  const isAtRest = (now: number) => {
    const rests = now === last;
    last = now;
    return rests;
  };
  await until(top, isAtRest, 'at rest');
}

test('a finger that scrolls over a slider changes nothing', async () => {
  await begin('slide', 1);
  await swipeUpOver(slider());
  await barrier();
  assert.equal(await read(running.url, 'every/slide'), 1);
});

test('a finger that rests on a slider, or moves diagonally, changes nothing', async () => {
  await begin('slide', 1);
  const there = await placeIn(slider(), 0.8);
  await fingers.tap(there);
  await fingers.swipe(there, { x: there.x - 60, y: there.y + 60 });
  await barrier();
  assert.equal(await read(running.url, 'every/slide'), 1);
});

test('a finger that scrolls over a letter, a look pad or a move button changes nothing', async () => {
  await begin('single', 1.5);
  const before = await read(running.url, 'every/eye');
  await swipeUpOver(field(page, 'single').locator('.scrub'), 0.5);
  const eye = field(page, 'eye');
  await centre(eye.locator('.look-pad'));
  await swipeUpOver(eye.locator('.look-pad'));
  await centre(eye.locator('.look-pad'));
  await swipeUpOver(eye.getByRole('button', { name: 'Eye forward' }));
  await barrier();
  assert.equal(await read(running.url, 'every/single'), 1.5);
  assert.deepEqual(await read(running.url, 'every/eye'), before);
});

test('a drag along a slider sets it to the position of the finger', async () => {
  await begin('slide', 1);
  await fingers.swipe(await placeIn(slider(), 0.5), await placeIn(slider(), 1.1));
  await hasValue('slide', 10);
});

test('a thumb that is held at its side does not jump', async () => {
  await begin('slide', 5);
  const thumb = await placeIn(slider(), 0.5);
  await fingers.down({ x: thumb.x + 16, y: thumb.y });
  await fingers.move({ x: thumb.x + 26, y: thumb.y });
  await fingers.move({ x: thumb.x + 16, y: thumb.y });
  await fingers.up();
  await barrier();
  assert.equal(await read(running.url, 'every/slide'), 5);
});

test('a drag that the system cancels is reverted', async () => {
  await begin('slide', 2);
  await fingers.down(await placeIn(slider(), 0.5));
  await fingers.move(await placeIn(slider(), 0.9));
  await until(
    () => read(running.url, 'every/slide'),
    (value) => Number(value) > 5,
    'dragged',
  );
  await fingers.cancel();
  await hasValue('slide', 2);
  await begin('single', 1.5);
  const letter = field(page, 'single').locator('.scrub');
  await fingers.down(await placeIn(letter));
  await fingers.move(await placeIn(letter, 3));
  await until(
    () => read(running.url, 'every/single'),
    (value) => value !== 1.5,
    'dragged',
  );
  await fingers.cancel();
  await hasValue('single', 1.5);
});
