// Runs programs with a time limit and keeps their output.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/**
 * Runs a program to its end; after `limitS` seconds it is killed with its children.
 * @returns {Promise<{ok: boolean, output: string, seconds: number}>}
 */
export async function run(command, args, { cwd = process.cwd(), env = {}, limitS = 120, log } = {}) {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const file = log === undefined ? undefined : createWriteStream(log, { flags: 'a' });
  let output = `$ ${[command, ...args].join(' ')}\n`;
  file?.write(output);
  const keep = (chunk) => {
    output += chunk;
    file?.write(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const timer = setTimeout(() => {
    keep(`\nkilled: it had not ended after ${limitS} s\n`);
    killTree(child);
  }, limitS * 1000);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      keep(`${error.message}\n`);
      resolve(undefined);
    });
    child.once('close', resolve);
  });
  clearTimeout(timer);
  file?.end();
  return { ok: code === 0, output, seconds: (performance.now() - startedAt) / 1000 };
}

/** Like `run`. @returns {Promise<string>} the output @throws Error with its last lines if the program failed */
export async function must(command, args, options) {
  const { ok, output } = await run(command, args, options);
  if (!ok) throw new Error(lastLines(output, 6));
  return output;
}

/** Kills a child and its process group. */
export function killTree(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

export function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
