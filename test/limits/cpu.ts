import { readFileSync } from 'node:fs';

/** Milliseconds of processor time that a process has used (Linux): what else the machine does is not measured. */
export function measuredCpu(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user! + system!) * 10;
}
