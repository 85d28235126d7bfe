/// <reference lib="dom" />
/** Touch: fingers that scroll over controls, drag them, and are interrupted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { type Fingers, fingersOn, placeIn } from './fingers.js';
import { field, left, phone, put, read, staged, tellOfFailures, until, type Visit, visit } from './stage.js';

const skip = left;
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

tellOfFailures(() => tab);

const slider = () => field(page, 'slide').getByRole('slider');
const has = (member: string, expected: unknown) =>
  until(
    () => read(running.url, `every/${member}`),
    (value) => isDeepStrictEqual(value, expected),
    member,
  );

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
  await has('double', mark);
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

test('a finger that scrolls over a slider changes nothing', { skip }, async () => {
  await begin('slide', 1);
  await swipeUpOver(slider());
  await barrier();
  assert.equal(await read(running.url, 'every/slide'), 1);
});

test('a finger that rests on a slider, or moves diagonally, changes nothing', { skip }, async () => {
  await begin('slide', 1);
  const there = await placeIn(slider(), 0.8);
  await fingers.tap(there);
  await fingers.swipe(there, { x: there.x - 60, y: there.y + 60 });
  await barrier();
  assert.equal(await read(running.url, 'every/slide'), 1);
});

test('a finger that scrolls over a letter, a look pad, a move button or a color field changes nothing', {
  skip,
}, async () => {
  await begin('single', 1.5);
  const before = [await read(running.url, 'every/eye'), await read(running.url, 'every/color')];
  await swipeUpOver(field(page, 'single').locator('.scrub'), 0.5);
  const eye = field(page, 'eye');
  await centre(eye.locator('.look-pad'));
  await swipeUpOver(eye.locator('.look-pad'));
  await centre(eye.locator('.look-pad'));
  await swipeUpOver(eye.getByRole('button', { name: 'Eye forward' }));
  const swatch = field(page, 'color').locator('.swatch');
  const toggle = () => swatch.evaluate((each: HTMLElement) => each.click());
  await toggle();
  const area = field(page, 'color').locator('.picker-area');
  await centre(area);
  await swipeUpOver(area);
  await centre(area);
  await swipeUpOver(field(page, 'color').getByRole('slider', { name: /hue/ }));
  await barrier();
  assert.equal(await read(running.url, 'every/single'), 1.5);
  assert.deepEqual([await read(running.url, 'every/eye'), await read(running.url, 'every/color')], before);
  await toggle();
});

test('a drag along a slider sets it to the position of the finger', { skip }, async () => {
  await begin('slide', 1);
  await fingers.swipe(await placeIn(slider(), 0.5), await placeIn(slider(), 1.1));
  await has('slide', 10);
});

test('a thumb that is held at its side does not jump', { skip }, async () => {
  await begin('slide', 5);
  const thumb = await placeIn(slider(), 0.5);
  await fingers.down({ x: thumb.x + 16, y: thumb.y });
  await fingers.move({ x: thumb.x + 26, y: thumb.y });
  await fingers.move({ x: thumb.x + 16, y: thumb.y });
  await fingers.up();
  await barrier();
  assert.equal(await read(running.url, 'every/slide'), 5);
});

test('a drag that the system cancels is reverted', { skip }, async () => {
  await begin('slide', 2);
  await fingers.down(await placeIn(slider(), 0.5));
  await fingers.move(await placeIn(slider(), 0.9));
  await until(
    () => read(running.url, 'every/slide'),
    (value) => Number(value) > 5,
    'dragged',
  );
  await fingers.cancel();
  await has('slide', 2);
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
  await has('single', 1.5);
});

test('a move button stops when its page is closed during the press', { skip }, async () => {
  const forward = field(page, 'eye').getByRole('button', { name: 'Eye forward' });
  await centre(forward);
  await fingers.down(await placeIn(forward));
  const { z } = (await read(running.url, 'every/eye/position')) as { z: number };
  await until(
    () => read(running.url, 'every/eye/position'),
    (position) => (position as { z: number }).z > z,
    'it moves',
  );
  await page.evaluate(() => {
    location.hash = '#/show';
  });
  await page.getByRole('heading', { name: 'Show' }).waitFor();
  await put(running.url, 'every/eye/position', { x: 0, y: 0, z: 100 });
  // A timer that still runs would fire before this one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
  await page.evaluate(() => {
    location.hash = '#/objects/every';
  });
  await fingers.up();
  await barrier();
  await has('eye/position', { x: 0, y: 0, z: 100 });
});

test('two fingers drag two sliders', { skip }, async () => {
  await put(running.url, 'every/slide', 1);
  // High enough to show both.
  const tall = await visit(running.url, '#/objects/every', {
    ...phone,
    viewport: { width: 412, height: 5000 },
  });
  const both = await fingersOn(tall.page);
  const cues = field(tall.page, 'cues');
  await cues.getByRole('button', { name: /^Main/ }).tap();
  const one = field(tall.page, 'slide').getByRole('slider');
  const other = cues.locator('[data-path="cues/1/seconds"]').getByRole('slider');
  await other.waitFor();
  const ends = [await placeIn(one, 1.1), await placeIn(other, -0.1)] as const;
  await both.down(await placeIn(one, 0.4), 0);
  await both.down(await placeIn(other, 0.6), 1);
  await both.move(ends[0], 0);
  await both.move(ends[1], 1);
  await both.up(1);
  await both.up(0);
  await has('slide', 10);
  await has('cues/Main/seconds', 0);
  assert.deepEqual(tall.complaints, []);
  await tall.end();
});

test('the console stays empty', { skip }, () => {
  assert.deepEqual(tab.complaints, []);
});
