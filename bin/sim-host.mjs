#!/usr/bin/env node
// Starts the built command; says how to build it where it has not been.
import { existsSync } from 'node:fs';
import module from 'node:module';

const main = [
  // What Node.js has loaded before this command, and was asked to by --import, is to meet the modules that it knows one by one.
  ...(isPreloaded() ? [] : ['../dist/bundle/sim-host/cli/main.js']),
  '../dist/sim-host/cli/main.js',
]
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));
if (main !== undefined) {
  // From Node.js 22 on: what was compiled once is not compiled at each start. What it covers would be counted less exactly.
  if (process.env.NODE_V8_COVERAGE === undefined) module.enableCompileCache?.();
  await import(main.href);
} else {
  console.error('sim-host: the command has not been built yet; run "npm run build" first');
  process.exitCode = 1;
}

function isPreloaded() {
  const words = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return words.some((word) => /^(--import|--require|-r|--(experimental-)?loader)(=|$)/.test(word));
}
