import type { Colors } from 'picocolors/types.js';
import { renderUnicodeCompact } from 'uqr';
import { entryLines, printable } from '../../../service/common/printable.js';
import type { LogEntry, LogLevel } from '../../../service/host.js';
import type { ExposedObjectHandle, Pairing } from '../../../service/index.js';
import { diagnosticLines, type SceneDiagnostic } from '../../scene-file/index.js';
import type { RunningSimHost } from '../../sim-host.js';
import type { Terminal } from '../terminal.js';
import { counted } from './diagnostics.js';
import type { Reporter } from './reporter.js';

const statusMs = 1000;
/** Without a terminal, only one in this many status lines is printed. */
const plainStatusEvery = 60;
/** Indentation of the lines below a log message, such as a stack. */
const indent = ' '.repeat(24);

/** Prints for people: addresses, then the log, and on a terminal a status line below it. */
export class HumanReporter implements Reporter {
  readonly #terminal: Terminal;
  readonly #colors: Colors;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, colors: Colors) {
    this.#terminal = terminal;
    this.#colors = colors;
  }

  listening(host: RunningSimHost): void {
    const { engine, service, url, addresses, controlUrl, controlToken, scene, project } = host;
    const { bold, cyan, dim } = this.#colors;
    const { name, version, mode } = engine.application;
    const { size } = this.#terminal;
    const row = (label: string, text: string) => this.#terminal.print(`  ${dim(label.padEnd(9))} ${text}`);
    this.#terminal.print(`${bold(printable(name))} ${printable(version)} (${mode})`);
    const [best = url, ...others] = addresses;
    row('address', cyan(best));
    for (const other of others) row('', cyan(other));
    if (controlUrl !== undefined) row('control', cyan(controlUrl));
    if (controlToken !== undefined) row('', `token ${controlToken}`);
    if (service.pairing !== undefined)
      row('pairing', `${bold(pairingCode(service.pairing))}, renewed every five minutes`);
    row('scene', printable(scene));
    if (project !== undefined) row('project', printable(project));
    row('exposed', printable(describeExposed(service.objects)));
    row('server', service.httpEngine.build);
    if (service.httpEngine.whyNotFaster !== undefined) row('', dim(service.httpEngine.whyNotFaster));
    row('loop', `${engine.clock.rate} Hz, ${describeClock(host)}`);
    const code = addresses.length > 0 && size ? qrCode(best, size, this.#colors) : undefined;
    if (code !== undefined) this.#terminal.print(code.join('\n'));
    this.#terminal.print(dim('  Press Ctrl+C to stop.'));
    this.#showStatus(host);
  }

  log(entry: LogEntry): void {
    const time = `${(entry.time / 1000).toFixed(3)} s`.padStart(12);
    const thread = entry.thread === 'main' ? '' : `[${printable(entry.thread)}] `;
    const message = entryLines(entry.message).join(`\n${indent}`);
    this.#terminal.print(`${this.#colors.dim(time)}  ${this.#level(entry.level)} ${thread}${message}`);
  }

  leftOut(entries: number): void {
    const count = entries === 1 ? '1 entry' : `${entries} entries`;
    this.#terminal.print(this.#colors.dim(`${indent}${count} dropped: the output was not read`));
  }

  reloaded(scene: string, needsRestart: readonly string[]): void {
    const { green, yellow } = this.#colors;
    this.#terminal.print(green(`Reloaded ${printable(scene)}.`));
    if (needsRestart.length > 0)
      this.#terminal.print(yellow(`Changes of ${needsRestart.join(', ')} take effect after a restart.`));
  }

  errors(_scene: string, diagnostics: readonly SceneDiagnostic[]): void {
    for (const line of diagnosticLines(diagnostics)) this.#terminal.print(printable(line));
    const count = counted(diagnostics.length, 'error');
    this.#terminal.print(this.#colors.red(`${count} in the scene file; still running the previous version.`));
  }

  stopping(): void {
    clearInterval(this.#timer);
    this.#terminal.close();
    this.#terminal.print('Stopping.');
  }

  #level(level: LogLevel): string {
    const text = level.padEnd(9);
    if (level === 'Log') return text;
    return level === 'Warning' ? this.#colors.yellow(text) : this.#colors.red(text);
  }

  #showStatus(host: RunningSimHost): void {
    let ticks = 0;
    this.#timer = setInterval(() => {
      if (this.#terminal.isLive) this.#terminal.status(statusLine(host));
      else if (ticks++ % plainStatusEvery === 0) this.#terminal.print(statusLine(host));
    }, statusMs);
    this.#timer.unref();
  }
}

function describeClock({ engine, controlUrl }: RunningSimHost): string {
  if (engine.clock.mode === 'real') return 'real clock';
  return `manual clock: advances only with clock.step${controlUrl === undefined ? ', which needs --control' : ''}`;
}

/** Returns the pairing code in groups, as people read it: `482 913`. */
function pairingCode({ code }: Pairing): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

function statusLine({ engine, service }: RunningSimHost): string {
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

/** Returns the number of objects by class in the order of registration: `5 objects: 2 StageLight, …`. */
function describeExposed(handles: Iterable<ExposedObjectHandle>): string {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { class: cls } of handles) {
    counts.set(cls.name, (counts.get(cls.name) ?? 0) + 1);
    total++;
  }
  if (total === 0) return 'nothing';
  const classes = [...counts].map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  return `${counted(total, 'object')}: ${classes.join(', ')}`;
}

/** Rows for the lines above and below the code. */
const rowsAroundCode = 6;
const codeMargin = 2;

/** Returns a string as a QR code for the terminal; undefined if it does not fit. */
export function qrCode(
  text: string,
  size: { readonly columns: number; readonly rows: number },
  { bgBlack, whiteBright }: Colors,
): string[] | undefined {
  const rows = renderUnicodeCompact(text, { border: 2 }).split('\n');
  const isSmall = size.rows < rows.length + rowsAroundCode || size.columns < rows[0]!.length + 2 * codeMargin;
  // Light modules are drawn with a background, so that they are light in any colour scheme.
  return isSmall ? undefined : rows.map((row) => ' '.repeat(codeMargin) + bgBlack(whiteBright(row)));
}

/** The warning that other machines can connect without a token. */
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
