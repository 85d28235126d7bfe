import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));

/** Runs the oracle on the service with each fault; answers the faults that it did not find. */
export async function runFaults(names: readonly string[], options: readonly string[]): Promise<string[]> {
  const escaped: string[] = [];
  for (const name of names) {
    const { code, sequences } = await bite(name, options);
    if (code !== 1) escaped.push(name);
    console.log(`${code === 1 ? 'bitten ' : 'ESCAPED'} ${name} after ${sequences} sequences`);
  }
  return escaped;
}

/** A fault stays for as long as its process does. */
function bite(name: string, options: readonly string[]): Promise<{ code: number | null; sequences: string }> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      cli,
      '--fault',
      name,
      '--no-shrink',
      ...options,
      '--json',
      `reports/oracle-${name}.json`,
    ],
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
