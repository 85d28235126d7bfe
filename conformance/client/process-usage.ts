import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The resources that a process has used. */
export interface ProcessUsage {
  /** CPU time since its start, in seconds. */
  readonly cpuSeconds: number;
  /** Working set in bytes. */
  readonly workingSet: number;
}

/** Clock ticks per second of /proc/PID/stat: 100 on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/** The usage of another process so far, measured without loading it. @throws Error if it is unknown */
export function processUsage(pid: number): ProcessUsage {
  if (process.platform === 'linux') {
    const proc = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
    return parseProc(proc('stat'), proc('status'));
  }
  if (process.platform === 'win32') {
    const script = `$p = Get-Process -Id ${pid}; [long]$p.TotalProcessorTime.TotalMilliseconds; $p.WorkingSet64`;
    return parseGetProcess(run('powershell.exe', '-NoProfile', '-NonInteractive', '-Command', script));
  }
  return parsePs(run('ps', '-o', 'time=,rss=', '-p', String(pid)));
}

/** Linux: /proc/PID/stat and /proc/PID/status. */
export function parseProc(stat: string, status: string): ProcessUsage {
  // The program name is in parentheses and may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(status) ?? [];
  return usage((Number(fields[11]) + Number(fields[12])) / ticksPerSecond, Number(kilobytes) * 1024);
}

/** macOS and BSD: `0:01.53 45678`, `1:02:03.50 45678` or `2-03:04:05 45678`. */
export function parsePs(text: string): ProcessUsage {
  const [, days = '0', time = '', kilobytes] = /^\s*(?:(\d+)-)?([\d:.,]+)\s+(\d+)\s*$/.exec(text) ?? [];
  const seconds = time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part || Number.NaN), 0);
  return usage(Number(days) * 86_400 + seconds, Number(kilobytes) * 1024);
}

/** Windows: milliseconds and bytes, one per line. */
export function parseGetProcess(text: string): ProcessUsage {
  const [milliseconds, bytes] = text.trim().split(/\s+/).map(Number);
  return usage(milliseconds! / 1000, bytes!);
}

function usage(cpuSeconds: number, workingSet: number): ProcessUsage {
  if (Number.isFinite(cpuSeconds) && Number.isFinite(workingSet)) return { cpuSeconds, workingSet };
  throw new Error('what the server has used of CPU and memory cannot be found out on this system');
}

function run(program: string, ...args: readonly string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';
}
