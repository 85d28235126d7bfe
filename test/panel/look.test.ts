/// <reference lib="dom" />
/** Appearance and accessibility: nothing is cut off, axe-core finds nothing serious, and screenshots are taken. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import {
  demo,
  desktop,
  every,
  host,
  left,
  phone,
  pictures,
  put,
  quitBrowser,
  tablet,
  visit,
} from './stage.js';

const skip = left;
const hosts: TestHost[] = [];

before(async () => {
  if (skip) return;
  hosts.push(await host(demo), await host(every));
  const [url, other] = [hosts[0]!.url, hosts[1]!.url];
  await put(url, 'key-light/intensity', 3.2);
  await put(url, 'key-light/color', { r: 1, g: 0.78, b: 0.45, a: 1 });
  await put(url, 'fill-light/intensity', 1.4);
  await put(url, 'fill-light/color', { r: 0.42, g: 0.6, b: 1, a: 1 });
  await put(other, 'every/mode', 'On');
});
after(async () => {
  await quitBrowser();
  for (const each of hosts) await each.stop();
});

const looks = [
  ['phone', phone, 'light'],
  ['phone', phone, 'dark'],
  ['tablet', tablet, 'dark'],
  ['desktop', desktop, 'dark'],
  ['desktop', desktop, 'light'],
] as const;
/** A deck as an operator may have arranged it. */
const deck = [
  { key: 'key-light', path: 'intensity', kind: 'member', isWide: true },
  { key: 'fill-light', path: 'intensity', kind: 'member', isWide: true },
  { key: 'key-light', path: 'Flash', kind: 'function', args: [1] },
  { key: 'key-light', path: 'flicker', kind: 'member' },
  { key: 'key-light', path: 'color', kind: 'member' },
  { key: 'StudioManager', path: 'quality', kind: 'member' },
];

const views: Readonly<Record<string, readonly [host: number, place: string, sign: string, press?: string]>> =
  {
    list: [0, '#/objects', '.list-item'],
    light: [0, '#/objects/key-light', '.slider'],
    camera: [0, '#/objects/main-camera', '.image'],
    every: [1, '#/objects/every', '.transform'],
    elements: [0, '#/objects/operations', '.element'],
    deck: [0, '#/deck', '.tile .slider'],
    activity: [0, '#/activity', '.activity'],
    show: [0, '#/show', '.card .plot path'],
    menu: [0, '#/objects/key-light', '.menu', 'More'],
    search: [0, '#/objects', '.found-row', 'Search'],
  };

/** `npm test` checks the view with every control on a phone; `--rest` checks all others. */
const isInSample = (name: string, size: string, colorScheme: string) =>
  `${name} ${size} ${colorScheme}` === 'every phone light';
const isInPart = (...look: readonly [name: string, size: string, colorScheme: string]) =>
  process.env.PANEL_LOOKS === undefined || isInSample(...look) === (process.env.PANEL_LOOKS === 'sample');

for (const [size, options, colorScheme] of looks)
  for (const [name, [which, place, sign, press]] of Object.entries(views).filter(([view]) =>
    isInPart(view, size, colorScheme),
  ))
    test(`${name} on a ${size}, ${colorScheme}: nothing is cut off, axe finds nothing serious`, {
      skip,
    }, async () => {
      const url = hosts[which]!.url;
      // Contrast cannot be measured during animations.
      const { page, complaints, end } = await visit(url, '', {
        ...options,
        colorScheme,
        reducedMotion: 'reduce',
      });
      try {
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
          .map(
            ({ id, nodes }) =>
              `${id}: ${nodes
                .slice(0, 4)
                .map((each) => `${each.html.slice(0, 160)} ${each.failureSummary?.slice(0, 160)}`)
                .join(' | ')}`,
          );
        await page.screenshot({ path: `${pictures}${name}-${size}-${colorScheme}.png` });
        assert.deepEqual(serious, []);
        assert.deepEqual(complaints, []);
      } finally {
        await end();
      }
    });
