import type { Command } from 'commander';
import type { Json, RemoteHost } from '../../../client/index.js';
import { count } from '../arguments.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { cut, printable } from '../terminal/text.js';
import { addRemote, type RemoteOptions, withStudio } from './connection.js';
import { statusOf } from './files.js';
import { keysOf } from './targets.js';
import { printJson, shown, table } from './values.js';

const periodMs = 1000;
const lastChanges = 12;
const lastNotifications = 6;

/** Adds `monitor`. */
export function addMonitor(program: Command): void {
  addRemote(
    program,
    'monitor',
    'one screen that says how a host is: frame rate, memory, apps, last changes and notifications',
    '  $ sim-host monitor --url http://10.0.0.5:9095\n  $ sim-host monitor --json --count 10\n',
  )
    .option('--count <times>', 'end after so many looks, one a second', count)
    .action((options: RemoteOptions & { readonly count?: number }) => {
      if (!options.json && !process.stdout.isTTY)
        throw new CliError(
          exitCodes.usage,
          'monitor draws on a terminal; for a file or a pipe write monitor --json',
        );
      return withStudio(options, (studio) => monitor(studio, options));
    });
}

async function monitor(
  studio: RemoteHost,
  options: RemoteOptions & { readonly count?: number },
): Promise<void> {
  const screen = new Screen(studio);
  let isOver = false;
  let wake = () => {};
  const end = () => {
    isOver = true;
    wake();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  if (!options.json) await screen.listen();
  for (let left = options.count ?? Number.POSITIVE_INFINITY; left > 0 && !isOver; left--) {
    const status = await statusOf(studio).catch(() => ({ url: studio.url, state: studio.state.value }));
    if (options.json) printJson({ time: new Date().toISOString(), ...status });
    else screen.draw(status);
    if (left > 1)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, periodMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
  }
}

/** What is drawn anew each time. */
class Screen {
  readonly #studio: RemoteHost;
  readonly #changes = new Map<string, string>();
  readonly #notifications: string[] = [];

  constructor(studio: RemoteHost) {
    this.#studio = studio;
  }

  async listen(): Promise<void> {
    const objects = await this.#studio.objects();
    const names = keysOf(objects);
    const keys = new Map(objects.map((each, i) => [each['@id'], names[i]!]));
    this.#studio.onEvent((event) => {
      if (event.type === 'exposed_object_updated')
        this.#changed(`${keys.get(event.id) ?? event.id}/${event.path}`, event.value);
    });
    this.#studio.onNotification(({ notificationType, title, message }) => {
      this.#notifications.push(`${notificationType}: ${[title, message].filter(Boolean).join(': ')}`);
      if (this.#notifications.length > lastNotifications) this.#notifications.shift();
    });
  }

  /** The last ones at the end. */
  #changed(path: string, value: Json): void {
    this.#changes.delete(path);
    this.#changes.set(path, shown(value));
    if (this.#changes.size > lastChanges) this.#changes.delete(this.#changes.keys().next().value!);
  }

  draw(status: Record<string, unknown>): void {
    const prompts = this.#studio.prompts.value.map(({ id, message }) => `${id}: ${message}`);
    const lines = [
      ...table(
        Object.entries({ ...status, connection: this.#studio.state.value }).map(([name, value]) => [
          name,
          String(value),
        ]),
      ),
      ...section('Questions', prompts),
      ...section('Last changes', table([...this.#changes])),
      ...section('Notifications', this.#notifications),
    ];
    const shownLines = lines
      .slice(0, process.stdout.rows - 1)
      .map((line) => cut(printable(line), process.stdout.columns));
    process.stdout.write(`\u001b[H\u001b[J${shownLines.join('\n')}\n`);
  }
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}
