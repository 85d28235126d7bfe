import { fstatSync, readFileSync } from 'node:fs';

/**
 * True when the terminal's input is this process's. Whoever reads it in the background (`sim-host &`) is stopped by the
 * system. Only Linux tells; elsewhere it is taken for granted.
 * @param stat what the system says of the process, empty when it does not
 * @param devices the device numbers of the standard streams: a terminal that is not the controlling one knows no background
 */
export function isForeground(stat: string = ownStat(), devices: readonly number[] = ownDevices()): boolean {
  // Behind the name, which may hold anything: state, parent, process group, session, terminal, its foreground group.
  const [, , group, , terminal, foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === foreground || !devices.includes(Number(terminal));
}

function ownStat(): string {
  try {
    return readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return '';
  }
}

function ownDevices(): number[] {
  return [0, 1, 2].flatMap((descriptor) => {
    try {
      return [fstatSync(descriptor).rdev];
    } catch {
      return [];
    }
  });
}
