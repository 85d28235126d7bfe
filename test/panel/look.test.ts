/// <reference lib="dom" />
/** Appearance and accessibility: nothing is cut off, axe-core finds nothing serious, and screenshots are taken. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import axe from 'axe-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { desktop, every, host, left, phone, pictures, put, quitBrowser, test, visit } from './stage.js';

let running: TestHost;

before(async () => {
  if (left) return;
  running = await host(every);
  await put(running.url, 'every/mode', 'On');
});
after(async () => {
  await quitBrowser();
  await running?.stop();
});

/** A deck as an operator may have arranged it. */
const deck = [
  { key: 'every', path: 'slide', kind: 'member', isWide: true },
  { key: 'every', path: 'Ping', kind: 'function', args: [] },
  { key: 'every', path: 'flag', kind: 'member' },
  { key: 'every', path: 'color', kind: 'member' },
  { key: 'every', path: 'quality', kind: 'member' },
];

const looks = [
  ['phone', phone, 'light'],
  ['desktop', desktop, 'dark'],
] as const;
const views: Readonly<Record<string, readonly [place: string, sign: string, press?: string]>> = {
  every: ['#/objects/every', '.transform'],
  deck: ['#/deck', '.tile .slider'],
  show: ['#/show', '.card .plot path'],
  search: ['#/objects', '.found-row', 'Search'],
};

/** `npm test` checks the view with every control on a phone; `--rest` checks all others. */
const isInPart = (look: string) =>
  process.env.PANEL_LOOKS === undefined ||
  (look === 'every-phone-light') === (process.env.PANEL_LOOKS === 'sample');

for (const [size, options, colorScheme] of looks)
  for (const [name, [place, sign, press]] of Object.entries(views)) {
    const look = `${name}-${size}-${colorScheme}`;
    if (!isInPart(look)) continue;
    test(`${name} on a ${size}, ${colorScheme}: nothing is cut off, axe finds nothing serious`, async () => {
      const { url } = running;
      // Contrast cannot be measured during animations.
      const { page, end } = await visit(url, '', {
        ...options,
        colorScheme,
        reducedMotion: 'reduce',
      });
      await page.evaluate(
        ([key, tiles]) => localStorage.setItem(key!, tiles!),
        [`sim-host:deck:${url}`, JSON.stringify(deck)],
      );
      await page.goto(`${url}/${place}`);
      await page.reload();
      if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
      await page.locator(sign).first().waitFor();
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((each) => each.getAttribute('aria-label') ?? each.textContent),
      );
      assert.deepEqual(outside.slice(0, 4), [], 'reaches past the side of the page');
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
      );
      const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).slice(0, 4)}`);
      await page.screenshot({ path: `${pictures}${look}.png` });
      assert.deepEqual(serious, []);
      await end();
    });
  }
