import { cpus } from 'node:os';

/** The machine and versions of the run, for the report. */
export function machine(): Record<string, string> {
  const [cpu] = cpus();
  return {
    'Node.js': process.version,
    system: `${process.platform} ${process.arch}`,
    processor: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`,
  };
}
