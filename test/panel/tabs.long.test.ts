/// <reference lib="dom" />
/** More tabs than the connections that a browser opens to a host. */
import type { Page } from 'playwright-core';
import type { TestHost } from '../../src/sim-host/testing/index.js';
import { put, staged, test, visit } from './stage.js';

let running: TestHost;

staged((each) => {
  running = each;
});

/** Simulates that a tab is hidden or shown. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

const isConnected = (page: Page) => page.locator('.top-bar .dot.live').waitFor();
const shows = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector<HTMLInputElement>('.inspector [data-path="text"] :is(input, textarea)')
        ?.value === wanted,
    text,
  );

test('the eighth tab works, and so does the first when it is shown again', async () => {
  const first = await visit(running.url, '#/objects/every');
  const context = first.page.context();
  const pages = [first.page];
  await isConnected(first.page);
  while (pages.length < 8) {
    await setHidden(pages.at(-1)!, true);
    const page = await context.newPage();
    await page.goto(`${running.url}/#/objects/every`);
    await isConnected(page);
    pages.push(page);
  }
  await put(running.url, 'every/text', 'To the eighth');
  await shows(pages.at(-1)!, 'To the eighth');
  await setHidden(pages.at(-1)!, true);
  await setHidden(first.page, false);
  await isConnected(first.page);
  await shows(first.page, 'To the eighth');
  await put(running.url, 'every/text', 'To the first');
  await shows(first.page, 'To the first');
  await first.end();
});
