import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { diskFiles } from 'sim-host';
import { World } from './world.js';

const saver = fileURLToPath(new URL('saver.ts', import.meta.url));

/**
 * Kills a saving process at a random moment: each file is of one save, and the next start works and removes temporary files.
 */
export async function killOnce(waitMs: number): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'model-based-kill-'));
  try {
    const child = spawn(process.execPath, ['--import', 'tsx', saver, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    await after(waitMs);
    child.kill('SIGKILL');
    await exited;
    return (await problemIn(folder))?.concat(`, in ${folder}, killed after ${waitMs} ms`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function problemIn(folder: string): Promise<string | undefined> {
  for (const [name, member] of [
    ['show.live.json', 'count'],
    ['Settings/Model.Rig.settings.json', 'level'],
  ] as const) {
    const { objects } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      objects: Record<string, unknown>[];
    };
    const saves = new Set(objects.map((entry) => entry[member]));
    if (saves.size !== 1) return `${name} is of several saves: ${[...saves]}`;
  }
  const world = new World(diskFiles, folder);
  try {
    await world.start();
    const problem = world.log.find((line) => /^(Exception|Error|Assert)/.test(line));
    if (problem !== undefined) return `the next start says: ${problem}`;
    if (world.service.hasUnsavedChanges) return 'the next start has something unsaved';
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const temporary = names.find((name) => name.endsWith('.tmp'));
    return temporary === undefined ? undefined : `${temporary} is left after the next start`;
  } finally {
    await world.stop();
  }
}
