import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Browser, chromium } from 'playwright-core';

/** Where browsers of the kind lie; the variable is for those that lie elsewhere. */
const browsers = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const found = browsers.find((path) => path !== undefined && existsSync(path));

/** Why nothing can be tried in a browser; CI must have one, so that there it is no excuse. */
export const left =
  found === undefined && !process.env.CI
    ? 'no Chromium is installed; name one with CHROMIUM=/path/to/chromium'
    : undefined;

/** Hosts of URLs that lead the browser to this machine and are not loopback ones: its name, and addresses for examples. */
export const otherHosts = [hostname().toLowerCase(), '192.0.2.20', '[2001:db8::20]'];

let browser: Promise<Browser> | undefined;

/** One browser for the files of tests that a process runs. */
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
