#!/usr/bin/env node
// Starts the built command; says how to build it where it has not been.
import { existsSync } from 'node:fs';

const main = new URL('../dist/sim-host/cli/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('sim-host: the command has not been built yet; run "npm run build" first');
  process.exitCode = 1;
}
