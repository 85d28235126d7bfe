import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));

/**
 * Runs the oracle on the service with each fault, and as often without: what is found must be the fault. Answers the faults
 * that it did not find.
 */
export async function runFaults(
  names: readonly string[],
  optionsOf: (name: string) => readonly string[],
): Promise<string[]> {
  const escaped: string[] = [];
  for (const name of names) {
    const options = optionsOf(name);
    const { code, sequences } = await runOracle(name, ['--fault', name, ...options]);
    const isBitten = code === 1;
    const without = isBitten ? await runOracle(name, [...options, '--runs', sequences]) : undefined;
    const isFault = without?.code === 0;
    if (!isFault) escaped.push(name);
    const verdict = isFault ? 'bitten ' : isBitten ? 'NOT IT ' : 'ESCAPED';
    console.log(`${verdict} ${name} after ${sequences} sequences`);
  }
  return escaped;
}

/** A fault stays for as long as its process does. */
function runOracle(
  name: string,
  options: readonly string[],
): Promise<{ code: number | null; sequences: string }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', cli, '--no-shrink', ...options, '--json', `reports/oracle-${name}.json`],
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
