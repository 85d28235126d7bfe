import { cpus } from 'node:os';

/** What ran it, for the page. */
export function machine(): Record<string, string> {
  const [cpu] = cpus();
  return {
    'Node.js': process.version,
    system: `${process.platform} ${process.arch}`,
    processor: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`,
  };
}
