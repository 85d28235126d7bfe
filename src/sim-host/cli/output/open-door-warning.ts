import type { Colors } from 'picocolors/types.js';

/** Printed when the service listens beyond this machine and asks nobody for a token. */
export function openDoorWarning({ bgRed, white, bold, red }: Colors): string {
  const frame = red('!'.repeat(78));
  return [
    frame,
    `${bgRed(white(bold(' WARNING ')))} External connections are allowed and no token is set:`,
    bold('everybody on this network can read and change all exposed objects.'),
    'Set one with --token SECRET or SIM_HOST_TOKEN, or leave --allow-external-connections out.',
    frame,
    '',
  ].join('\n');
}
