import type { Colors } from 'picocolors/types.js';
import { renderUnicodeCompact } from 'uqr';
import { entryLines, printable } from '../../../service/common/printable.js';
import type { LogEntry } from '../../../service/host.js';
import type { Pairing } from '../../../service/index.js';
import type { RunningSimHost } from '../../sim-host.js';
import { counted } from './diagnostics.js';

/** Indentation of the lines below a log message, such as a stack. */
export const indent = ' '.repeat(24);

type Size = { readonly columns: number; readonly rows: number };

/** Describes a host that has started: addresses, scene and server, with a QR code if it fits into the terminal. */
export function startLines(host: RunningSimHost, colors: Colors, size: Size | undefined): string[] {
  const { engine, service, url, addresses, controlUrl, controlToken, scene, project } = host;
  const { bold, cyan, dim } = colors;
  const { name, version, mode } = engine.application;
  const [best = url, ...others] = addresses;
  const { build, whyNotFaster } = service.httpEngine;
  const rows: [label: string, text: string | undefined][] = [
    ['address', cyan(best)],
    ...others.map((other): [string, string] => ['', cyan(other)]),
    ['control', controlUrl && cyan(controlUrl)],
    ['', controlToken && `token ${controlToken}`],
    ['pairing', service.pairing && `${bold(pairingCode(service.pairing))}, renewed every five minutes`],
    ['scene', printable(scene)],
    ['project', project && printable(project)],
    ['exposed', counted(service.objects.size, 'object')],
    ['server', build],
    ['', whyNotFaster && dim(whyNotFaster)],
    ['loop', `${engine.clock.rate} Hz, ${describeClock(host)}`],
  ];
  return [
    `${bold(printable(name))} ${printable(version)} (${mode})`,
    ...rows.flatMap(([label, text]) => (text ? `  ${dim(label.padEnd(9))} ${text}` : [])),
    ...((addresses.length > 0 && size && qrCode(best, size, colors)) || []),
    dim('  Press Ctrl+C to stop.'),
  ];
}

export function logText({ time, level, thread, message }: LogEntry, { dim, red, yellow }: Colors): string {
  const color = level === 'Log' ? String : level === 'Warning' ? yellow : red;
  const at = dim(`${(time / 1000).toFixed(3)} s`.padStart(12));
  const from = thread === 'main' ? '' : `[${printable(thread)}] `;
  return `${at}  ${color(level.padEnd(9))} ${from}${entryLines(message).join(`\n${indent}`)}`;
}

function describeClock({ engine, controlUrl }: RunningSimHost): string {
  if (engine.clock.mode === 'real') return 'real clock';
  return `manual clock: advances only with clock.step${controlUrl === undefined ? ', which needs --control' : ''}`;
}

/** Returns the pairing code in groups, as people read it: `482 913`. */
function pairingCode({ code }: Pairing): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

export function statusLine({ engine, service }: RunningSimHost): string {
  const megabytes = Math.round(process.memoryUsage.rss() / 2 ** 20);
  const counts = [
    `${engine.fps()} fps`,
    `frame ${engine.loop.frame}`,
    counted(service.objects.size, 'object'),
    counted(service.subscribers, 'subscriber'),
    `${megabytes} MiB`,
  ];
  if (service.pairing !== undefined) counts.unshift(`pair ${pairingCode(service.pairing)}`);
  return `  ${counts.join(' · ')}`;
}

/** Rows for the lines above and below the code. */
const rowsAroundCode = 6;
const codeMargin = 2;

/** Returns a string as a QR code for the terminal; undefined if it does not fit. */
export function qrCode(text: string, size: Size, { bgBlack, whiteBright }: Colors): string[] | undefined {
  const rows = renderUnicodeCompact(text, { border: 2 }).split('\n');
  const isSmall = size.rows < rows.length + rowsAroundCode || size.columns < rows[0]!.length + 2 * codeMargin;
  // Light modules are drawn with a background, so that they are light in any colour scheme.
  return isSmall ? undefined : rows.map((row) => ' '.repeat(codeMargin) + bgBlack(whiteBright(row)));
}

/** Returns the warning that other machines can connect without a token. */
export function networkExposureWarning({ bgRed, white, bold, red }: Colors): string {
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
