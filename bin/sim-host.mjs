#!/usr/bin/env node
// Starts the built command; says how to build it where it has not been.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runBundle } from './bundle.mjs';

const main = [
  // What Node.js has loaded before this command, and was asked to by --import, is to meet the modules that it knows one by one.
  ...(isPreloaded() ? [] : ['../dist/bundle/sim-host/cli/main.cjs']),
  '../dist/sim-host/cli/main.js',
  '../dist/sim-host/cli/main.cjs',
]
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));
if (main === undefined) {
  console.error('sim-host: the command has not been built yet; run "npm run build" first');
  process.exitCode = 1;
} else if (main.pathname.endsWith('.cjs')) runBundle(fileURLToPath(main));
else await import(main.href);

function isPreloaded() {
  const words = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return words.some((word) => /^(--import|--require|-r|--(experimental-)?loader)(=|$)/.test(word));
}
