import type { Colors } from 'picocolors/types.js';
import type { LogEntry, LogLevel } from '../../../service/host.js';
import type { RunningSimHost } from '../../sim-host.js';
import { counted, describeExposed } from './exposed-counts.js';
import type { Reporter, Terminal } from './reporter.js';

const statusMs = 1000;
/** Where lines stay, as in a file, only the first of so many is printed. */
const plainStatusEvery = 60;
const defaultColumns = 80;
const clearLine = '\r\u001b[2K';

/** For people: where, what and how fast, then the log, and below it on a terminal a line that refreshes. */
export class HumanReporter implements Reporter {
  readonly #out: Terminal;
  readonly #colors: Colors;
  #status = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(out: Terminal, colors: Colors) {
    this.#out = out;
    this.#colors = colors;
  }

  listening(host: RunningSimHost): void {
    const { engine, service, url, controlUrl, scene, project } = host;
    const { bold, cyan, dim } = this.#colors;
    const { name, version, mode } = engine.application;
    const row = (label: string, text: string) => this.#line(`  ${dim(label.padEnd(9))} ${text}`);
    this.#line(`${bold(name)} ${version} (${mode})`);
    row('address', cyan(url));
    if (controlUrl !== undefined) row('control', cyan(controlUrl));
    row('scene', scene);
    if (project !== undefined) row('project', project);
    row('exposed', describeExposed(service.objects));
    row('server', service.httpEngine.build);
    if (service.httpEngine.whyNotFaster !== undefined) row('', dim(service.httpEngine.whyNotFaster));
    row('loop', `${engine.clock.rate} Hz, ${describeClock(host)}`);
    this.#line(dim('  Ctrl+C stops it.'));
    this.#showStatus(host);
  }

  log(entry: LogEntry): void {
    const time = `${(entry.time / 1000).toFixed(3)} s`.padStart(12);
    const thread = entry.thread === 'main' ? '' : `[${entry.thread}] `;
    this.#line(`${this.#colors.dim(time)}  ${this.#level(entry.level)} ${thread}${entry.message}`);
  }

  stopping(): void {
    clearInterval(this.#timer);
    this.#setStatus('');
    this.#line('Stopping.');
  }

  #level(level: LogLevel): string {
    const text = level.padEnd(9);
    if (level === 'Log') return text;
    return level === 'Warning' ? this.#colors.yellow(text) : this.#colors.red(text);
  }

  #showStatus(host: RunningSimHost): void {
    let ticks = 0;
    this.#timer = setInterval(() => {
      if (this.#out.isTTY === true) this.#setStatus(statusLine(host));
      else if (ticks++ % plainStatusEvery === 0) this.#line(statusLine(host));
    }, statusMs);
    this.#timer.unref();
  }

  /** Lines go above the status, which is printed again below them. */
  #line(text: string): void {
    this.#out.write(`${this.#status === '' ? '' : clearLine}${text}\n${this.#status}`);
  }

  #setStatus(text: string): void {
    // Cut, since a line that wraps cannot be cleared.
    const shown = text.slice(0, (this.#out.columns || defaultColumns) - 1);
    if (shown !== this.#status) this.#out.write(`${clearLine}${shown}`);
    this.#status = shown;
  }
}

function describeClock({ engine, controlUrl }: RunningSimHost): string {
  if (engine.clock.mode === 'real') return 'real clock';
  return `manual clock: it stands still until clock.step${controlUrl === undefined ? ', which needs --control' : ''}`;
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
  return `  ${counts.join(' · ')}`;
}
