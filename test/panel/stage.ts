/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test as nodeTest, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { startSimHost, type TestHost } from '../../src/sim-host/testing/index.js';
import { launch, left, quitBrowser } from '../support/browser.js';

export { launch, left, otherHosts, quitBrowser } from '../support/browser.js';

/** A test that needs a browser. */
export const test = (name: string, run: (context: TestContext) => void | Promise<void>) =>
  void nodeTest(name, { skip: left }, run);

/** Folder of the screenshots. */
export const pictures = fileURLToPath(new URL('../../reports/panel/', import.meta.url));
mkdirSync(pictures, { recursive: true });

export const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} as const;
export const tablet = { viewport: { width: 900, height: 1100 }, hasTouch: true } as const;
export const desktop = { viewport: { width: 1440, height: 900 } } as const;

export const every = fileURLToPath(new URL('every.yaml', import.meta.url));
export const demo = fileURLToPath(new URL('../../scenes/demo.yaml', import.meta.url));

/** tsx adds calls of this function to keep names; pages do not define it. */
export const namesKept = 'globalThis.__name = (each) => each;';

/** Starts a host that runs in real time. */
export function host(scene: string, options: object = {}): Promise<TestHost> {
  return startSimHost({ scene, clock: 'real', ...options });
}

/** Runs a host of `every.yaml` for the tests of a file, and closes the panels and the browser afterwards. */
export function staged(begin: (running: TestHost) => unknown): void {
  let running: TestHost | undefined;
  before(async () => {
    if (left) return;
    running = await host(every);
    await begin(running);
  });
  after(async () => {
    for (const visit of visits) await visit.end();
    await quitBrowser();
    await running?.stop();
  });
}

export interface Visit {
  readonly page: Page;
  /** Script errors, and violations of the content policy. */
  readonly complaints: string[];
  /** URLs of requests to other servers. */
  readonly strangers: readonly string[];
  /** Closes the panel, whose console must be empty. */
  end(): Promise<void>;
}

/** Panels that are open. */
const visits = new Set<Visit>();

/** Opens the panel in a new browser context. */
export async function visit(
  url: string,
  place = '',
  options: BrowserContextOptions = desktop,
): Promise<Visit> {
  const context = await (await launch()).newContext({ colorScheme: 'dark', ...options });
  await context.addInitScript({ content: namesKept });
  const page = await context.newPage();
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  page.on('console', (message) => {
    // Network errors are caused by tests.
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url()))
      strangers.push(request.url());
  });
  await page.goto(`${url}/${place}`);
  const opened: Visit = {
    page,
    complaints,
    strangers,
    async end() {
      visits.delete(opened);
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
  visits.add(opened);
  return opened;
}

/** Finds the field of a member in the inspector. */
export const field = (page: Page, path: string) => page.locator(`.inspector [data-path="${path}"]`).first();

/** Reads a member, or the error instead. */
export async function read(url: string, path: string): Promise<unknown> {
  const answer = await fetch(`${url}/exposed/object/${path}`);
  const body = (await answer.json()) as { value?: unknown; error?: string };
  return answer.ok ? body.value : body.error;
}

export async function put(url: string, path: string, value: unknown): Promise<void> {
  const answer = await fetch(`${url}/exposed/object/${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ value }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Repeats a check until it passes; only a failure reaches the limit. */
export async function until<T>(
  ask: () => T | Promise<T>,
  isSo: (value: T) => boolean,
  what: string,
): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Repeats a question until its answer is as expected. */
export const becomes = (ask: () => unknown, expected: unknown) =>
  until(ask, (answer) => isDeepStrictEqual(answer, expected), JSON.stringify(expected));

/** Waits until a host has a value. */
export const has = ({ url }: TestHost, path: string, expected: unknown) =>
  becomes(() => read(url, path), expected);

/** Waits until a field shows a text. */
export const shows = (input: Locator, expected: string) => becomes(() => input.inputValue(), expected);
