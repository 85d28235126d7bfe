/** Helpers for tests that run the snippets of the pages against the demo scene. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSimHost } from '../../src/sim-host/testing/index.js';
import { demo } from '../support/demo.js';
import { packageUrl, programsUrl } from '../support/tested-package.js';

/** The address of the host in the snippets. */
export const address = 'http://127.0.0.1:9095';

/** The fenced blocks of a page in a language. */
export async function snippets(page: string, language: string): Promise<string[]> {
  const text = await readFile(new URL(page, packageUrl), 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return Array.from(blocks, ([, snippet]) => snippet!);
}

export async function demoHost(t: TestContext) {
  const host = await startSimHost({ scene: demo(), clock: 'real' });
  t.after(() => host.stop());
  return host;
}

/** Writes a program where the name `sim-host` resolves to the package. */
export async function program(t: TestContext, name: string, code: string): Promise<string> {
  const file = new URL(name, programsUrl);
  t.after(() => rm(file));
  await writeFile(file, code);
  return fileURLToPath(file);
}
