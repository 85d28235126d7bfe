/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Browsers without storage, with other colors, with small windows, or without a pointer. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { fingersOn, placeIn } from './fingers.js';
import { desktop, field, launch, phone, pictures, put, shows, staged, test, until, visit } from './stage.js';

let running: TestHost;

staged((each) => {
  running = each;
});

for (const [what, storage] of [
  [
    'is blocked',
    `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('Blocked', 'SecurityError'); } });`,
  ],
  ['is full', `Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError'); };`],
] as const)
  test(`where storage ${what}, the panel works while it is open`, async () => {
    const context = await (await launch()).newContext(desktop);
    await context.addInitScript({ content: storage });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${running.url}/#/objects/every`);
    await field(page, 'flag').getByRole('button', { name: 'Flag', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add to the deck' }).click();
    await page.locator('.tile', { hasText: 'Flag' }).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

test('with forced colors, sliders, switches, symbols and the connection state are visible', async () => {
  const { page, end } = await visit(running.url, '#/objects/every', { ...desktop, forcedColors: 'active' });
  const look = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each, part) => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(each, part);
        return { background: backgroundColor, border: borderTopWidth };
      }, pseudo);
  await field(page, 'flag').waitFor();
  const ground = (await look('body')).background;
  assert.notEqual((await look('.glyph')).background, ground, 'symbols');
  assert.notEqual((await look('.dot')).background, ground, 'the connection');
  assert.equal((await look('.switch input')).border, '1px', 'a switch');
  assert.notEqual((await look('.switch input', '::after')).background, ground, 'its knob');
  await page.screenshot({ path: `${pictures}forced-colours.png` });
  await end();
});

test('the panel works by keyboard: a skip link, one stop for the list, arrows within it', async () => {
  const { page, end } = await visit(running.url, '#/objects/ada');
  await field(page, 'warmth').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Skip to the page');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'MAIN');
  await page.getByRole('searchbox', { name: 'Filter objects' }).focus();
  for (let i = 0; i < 6 && !(await focused()).startsWith('Ada'); i++) await page.keyboard.press('Tab');
  assert.match(await focused(), /^Ada/);
  await page.keyboard.press('ArrowDown');
  assert.match(await focused(), /^Bob/);
  await page.keyboard.press('Home');
  await until(focused, (text) => !text.startsWith('Bob'), 'the first');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('.virtual')), null);
  await end();
});

test('single keys are not shortcuts while a control has the focus', async () => {
  const { page, end } = await visit(running.url, '#/objects/every', phone);
  await field(page, 'slide').getByRole('slider').focus();
  await page.keyboard.press('2');
  // The effect of the key would be visible before this.
  await page.keyboard.press('ArrowRight');
  await put(running.url, 'every/int32', 8);
  await shows(field(page, 'int32').getByRole('textbox'), '8');
  assert.match(page.url(), /objects\/every$/);
  await end();
});

for (const [what, width, height, least] of [
  ['a phone in landscape', 740, 360, 220],
  ['a desktop at 400 %', 320, 256, 120],
] as const)
  test(`${what} leaves room to work and does not scroll sideways`, async () => {
    const { page, end } = await visit(running.url, '#/objects/every', {
      ...phone,
      viewport: { width, height },
    });
    await field(page, 'slide').waitFor();
    const room = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return {
        height: document.querySelector('main')!.clientHeight,
        beyond: scrollWidth - clientWidth,
        outside: [...document.querySelectorAll('main *')].filter(
          (each) => each.getBoundingClientRect().right > clientWidth + 1,
        ).length,
      };
    });
    await page.screenshot({ path: `${pictures}${width}x${height}.png` });
    assert.ok(room.height >= least, `${room.height} high`);
    assert.deepEqual([room.beyond, room.outside], [0, 0]);
    await end();
  });

test('a notice never covers what was just pressed', async () => {
  const { page, end } = await visit(running.url, '#/objects/every', phone);
  const tell = field(page, 'Tell').getByRole('button', { name: 'Tell', exact: true });
  const fingers = await fingersOn(page);
  for (const block of ['end', 'start'] as const) {
    await tell.evaluate((each, where) => each.scrollIntoView({ block: where }), block);
    await fingers.tap(await placeIn(tell));
    const toast = page.locator('.toast', { hasText: 'Something happened' });
    await toast.waitFor();
    const [one, other] = [(await tell.boundingBox())!, (await toast.boundingBox())!];
    assert.ok(
      one.y + one.height <= other.y || other.y + other.height <= one.y,
      `${block}: ${JSON.stringify([one, other])}`,
    );
    await toast.getByRole('button', { name: 'Dismiss' }).tap();
    await toast.waitFor({ state: 'detached' });
  }
  await end();
});

test('on a phone in landscape the last notice and a long dialog are fully visible', async () => {
  const { page, end } = await visit(running.url, '#/objects/every', {
    ...phone,
    viewport: { width: 740, height: 360 },
  });
  await field(page, 'slide').waitFor();
  const isSeen = (locator: Locator) =>
    locator.evaluate((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && each.contains(at);
    });
  for (const name of ['Ping', 'Tell', 'Fail'])
    await fetch(`${running.url}/exposed/function/every/${name}`, { method: 'POST' });
  const notice = page.locator('.toast', { hasText: 'It is broken' });
  await notice.waitFor();
  assert.equal(await isSeen(notice.getByRole('button', { name: 'Dismiss' })), true);
  await notice.getByRole('button', { name: 'Dismiss' }).tap();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  for (const part of [dialog.getByRole('heading'), dialog.getByRole('button', { name: 'Close' })])
    assert.equal(await isSeen(part), true);
  const { x, width } = (await dialog.boundingBox())!;
  assert.equal(Math.round(x + width / 2), 370, 'in the middle');
  await end();
});

for (const [what, place, sign] of [
  ['an object', '#/objects/every', '.inspector [data-path="slide"]'],
  ['a deck in arrange mode', '#/deck', '.tile-tools'],
  ['activity', '#/activity', '.activity'],
] as const)
  test(`touch targets of ${what} are large enough on a phone`, async () => {
    const { page, end } = await visit(running.url, '', phone);
    const deck = [{ key: 'every', path: 'slide', kind: 'member' }];
    await page.evaluate(
      ([key, tiles]) => localStorage.setItem(key!, tiles!),
      [`sim-host:deck:${running.url}`, JSON.stringify(deck)],
    );
    await page.goto(`${running.url}/${place}`);
    await page.reload();
    if (place === '#/deck') await page.getByRole('button', { name: 'Arrange' }).tap();
    await page.locator(sign).first().waitFor();
    // Labels and switches have touch targets larger than their boxes.
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button:not(.label), select, .range, .number, .drag-handle')]
        .map((each) => ({ name: each.getAttribute('aria-label') ?? each.className, box: each }))
        .map(
          ({ name, box }) =>
            ({ name, ...box.getBoundingClientRect().toJSON() }) as DOMRect & { name: string },
        )
        .filter(({ width, height, bottom }) => bottom > 0 && width > 0 && (width < 44 || height < 44))
        .map(({ name, width, height }) => `${name}: ${width} × ${height}`),
    );
    assert.deepEqual(small, []);
    await end();
  });

test('a tap closes the search', async () => {
  const { page, end } = await visit(running.url, '#/objects/every', phone);
  await field(page, 'slide').waitFor();
  const fingers = await fingersOn(page);
  await fingers.tap(await placeIn(page.getByRole('button', { name: 'Search' })));
  const close = page.getByRole('button', { name: 'Close the search' });
  await close.waitFor();
  await fingers.tap(await placeIn(close));
  await page.locator('dialog.search').waitFor({ state: 'detached' });
  await end();
});

test('at 400 % a prompt is visible with its answers', async () => {
  const { page, end } = await visit(running.url, '#/objects/every', {
    ...phone,
    viewport: { width: 320, height: 256 },
  });
  await fetch(`${running.url}/exposed/function/every/Ask`, { method: 'POST' });
  const dialog = page.getByRole('dialog', { name: 'Curtain' });
  const leave = dialog.getByRole('button', { name: 'Leave', disabled: false });
  await leave.waitFor();
  const hidden = await dialog.locator('.prompt-message, button').evaluateAll((all) =>
    all
      .filter((each) => {
        const { top, bottom, height } = each.getBoundingClientRect();
        return height < 20 || top < 0 || bottom > innerHeight;
      })
      .map(({ textContent }) => textContent),
  );
  assert.deepEqual(hidden, []);
  await leave.tap();
  await dialog.waitFor({ state: 'detached' });
  await end();
});
