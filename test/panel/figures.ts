/// <reference lib="dom" />
// The figures of the page, measured in a browser and printed as JSON; docs/panel.md says what they mean. `npm run figures`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { SceneDescription } from '../../src/sim-host/testing/index.js';
import { desktop, host, launch, left, namesKept, phone, quitBrowser, visit } from './stage.js';

if (left !== undefined) {
  console.error(left);
  process.exit(1);
}

const root = new URL('../../', import.meta.url);
const sizeOf = (file: string) => readFileSync(new URL(`dist/panel/${file}`, root)).length;

/** One object of twenty members that change with every frame: 1,200 changes a second. */
const busy: SceneDescription = {
  application: { name: 'Busy' },
  classes: {
    Busy: {
      kind: 'component',
      fields: Object.fromEntries(
        Array.from({ length: 20 }, (_each, i) => [`level${i}`, { type: 'Single', value: 0, persist: false }]),
      ),
    },
  },
  scenes: {
    Main: {
      objects: [
        {
          name: 'Busy',
          components: [
            {
              class: 'Busy',
              key: 'busy',
              drive: Object.fromEntries(
                Array.from({ length: 20 }, (_each, i) => [
                  `level${i}`,
                  { sine: { amplitude: 1, period: 2 + i / 10 } },
                ]),
              ),
            },
          ],
        },
      ],
    },
  },
};

const throttling = 4;
const watchedS = 5;

/** When what is first useful was there, in milliseconds after the address was entered, and how long tasks took until then. */
async function firstView(url: string, place: string, sign: string): Promise<number> {
  const context = await (await launch()).newContext({ ...phone });
  await context.addInitScript({ content: namesKept });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else Object.assign(globalThis, { firstView: performance.now() });
    };
    requestAnimationFrame(look);
  }, sign);
  await page.goto(`${url}/${place}`);
  await page.waitForFunction(() => 'firstView' in globalThis, undefined, { timeout: 60_000 });
  const ms = await page.evaluate(() => (globalThis as unknown as { firstView: number }).firstView);
  await context.close();
  return Math.round(ms);
}

/** Tasks over 50 ms from now on, for some seconds. */
function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(
    (seconds) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        const observer = new PerformanceObserver((list) =>
          found.push(...list.getEntries().map(({ duration }) => duration)),
        );
        observer.observe({ entryTypes: ['longtask'] });
        setTimeout(() => resolve(found), seconds * 1000);
      }),
    watchedS,
  );
}

async function changes(): Promise<object> {
  const running = await host(busy as never);
  const { page, end } = await visit(running.url, '#/objects/busy', desktop);
  await page.locator('.field').first().waitFor();
  const [tasks, seen] = await Promise.all([
    longTasks(page),
    page.evaluate(
      (seconds) =>
        new Promise<number>((resolve) => {
          let count = 0;
          const values = new Map<Element, string>();
          const look = () => {
            for (const input of document.querySelectorAll<HTMLInputElement>('.inspector .number input')) {
              if (values.get(input) !== input.value) count++;
              values.set(input, input.value);
            }
            requestAnimationFrame(look);
          };
          look();
          setTimeout(() => resolve(Math.round(count / seconds)), seconds * 1000);
        }),
      watchedS,
    ),
  ]);
  await end();
  await running.stop();
  return { changesShownPerSecond: seen, longTasksMs: tasks.map(Math.round) };
}

async function many(): Promise<object> {
  const running = await host(fileURLToPath(new URL('scenes/many.yaml', root)));
  const began = performance.now();
  const { page, end } = await visit(running.url, '#/objects', desktop);
  await page.locator('.list-item').first().waitFor();
  const readyMs = Math.round(performance.now() - began);
  const tasks = longTasks(page);
  await page.getByRole('searchbox', { name: 'Filter objects' }).fill('fixture 99');
  await page
    .locator('.virtual')
    .first()
    .evaluate((list) => list.scrollTo(0, 1e9));
  const rows = await page.locator('.list-item').count();
  const longTasksMs = (await tasks).map(Math.round);
  await end();
  await running.stop();
  return { readyMs, rows, longTasksMs };
}

const small = await host(fileURLToPath(new URL('scenes/demo.yaml', root)));
const views = [];
for (let i = 0; i < 3; i++)
  views.push(await firstView(small.url, '#/objects/key-light', '.inspector .slider'));
await small.stop();
console.log(
  JSON.stringify(
    {
      scriptBytes: sizeOf('app.js.gz'),
      styleBytes: sizeOf('app.css.gz'),
      firstViewMs: views,
      throttling,
      changes: await changes(),
      manyObjects: await many(),
    },
    undefined,
    2,
  ),
);
await quitBrowser();
