import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Browser, chromium } from 'playwright-core';

/** Paths of browsers; the variable adds another one. */
const browsers = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const found = browsers.find((path) => path !== undefined && existsSync(path));

/** The reason to skip browser tests; CI must have a browser. */
export const left =
  found === undefined && !process.env.CI
    ? 'no Chromium is installed; name one with CHROMIUM=/path/to/chromium'
    : undefined;

/** URL hosts that lead the browser to this machine and are not loopback: its name and documentation addresses. */
export const otherHosts = [hostname().toLowerCase(), '192.0.2.20', '[2001:db8::20]'];

let browser: Promise<Browser> | undefined;

/** One browser for all test files of a process. */
export function launch(): Promise<Browser> {
  browser ??= chromium.launch({
    ...(found !== undefined && { executablePath: found }),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      `--host-resolver-rules=${otherHosts.map((each) => `MAP ${each.replace(/[[\]]/g, '')} 127.0.0.1`).join()}`,
    ],
  });
  return browser;
}

export async function quitBrowser(): Promise<void> {
  const last = browser;
  browser = undefined;
  await (await last)?.close();
}
