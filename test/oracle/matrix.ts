import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { faults } from './faults/faults.js';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));

/** Runs the oracle on the service with each fault; answers the faults that it did not find. */
export async function runFaults(runs: number, seed: number): Promise<string[]> {
  const escaped: string[] = [];
  for (const name of Object.keys(faults)) {
    const { code, sequences } = await bite(name, runs, seed);
    if (code !== 1) escaped.push(name);
    console.log(`${code === 1 ? 'bitten ' : 'ESCAPED'} ${name} after ${sequences} sequences`);
  }
  return escaped;
}

/** A fault stays for as long as its process does. */
function bite(name: string, runs: number, seed: number): Promise<{ code: number | null; sequences: string }> {
  const options = ['--fault', name, '--runs', String(runs), '--seed', String(seed), '--no-shrink'];
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', cli, ...options, '--json', `reports/oracle-${name}.json`],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  return new Promise((resolve) => {
    child.once('exit', (code) =>
      resolve({ code, sequences: /^(\d+) sequences with/m.exec(said)?.[1] ?? '?' }),
    );
  });
}
