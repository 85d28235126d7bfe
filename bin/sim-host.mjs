#!/usr/bin/env node
// Starts the built command, or prints how to build it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runBundle } from './bundle.mjs';

const main = [
  // A module that --import has loaded must share the command's modules, which the bundle would duplicate.
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
