import { Argument, type Command } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/common/printable.js';
import { type ConfirmChoice, confirmChoices } from '../../../wire/confirm-choices.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { addRemote, type RemoteOptions, withHost } from './connection.js';
import { print } from './values.js';

/** Adds `prompts` and `answer`. */
export function addPrompts(program: Command): void {
  addRemote(
    program,
    'prompts',
    'List pending prompts',
    `  $ sim-host prompts
  $ sim-host answer "$(sim-host prompts --wait --json | jq -r .id)" yes
`,
  )
    .option('--wait', 'wait for the next prompt')
    .action((options: RemoteOptions & { readonly wait?: true }) =>
      withHost(options, async (host) => {
        for (const prompt of await waitingPrompts(host, options.wait === true)) {
          const { id, title, message, yes, no, cancel } = prompt;
          const text = [title, message].filter(Boolean).join(': ');
          const choices = [yes, no, cancel].filter(Boolean).join(' / ');
          print(options, { id, title, message, yes, no, cancel }, [`${id}  ${text}  [${choices}]`]);
        }
      }),
    );
  addRemote(
    program,
    'answer',
    'Answer a prompt that `sim-host prompts` lists',
    '  $ sim-host answer confirm-3 yes\n',
  )
    .argument('<id>')
    .addArgument(new Argument('<choice>').choices(confirmChoices))
    .action((id: string, choice: ConfirmChoice, options: RemoteOptions) =>
      withHost(options, async (host) => {
        const settled = await host.answer(id, choice);
        print(options, { settled }, []);
        if (!settled)
          throw new CliError(
            exitCodes.notFound,
            `${printable(id)} is not pending; it may have been answered elsewhere`,
          );
      }),
    );
}

/** Milliseconds after connecting within which a host sends its pending prompts. */
const firstEventsMs = 250;

async function waitingPrompts(host: RemoteHost, isWaiting: boolean): Promise<RemoteHost['prompts']['value']> {
  await new Promise<void>((resolve, reject) => {
    host.prompts.subscribe((prompts) => prompts.length > 0 && setTimeout(resolve, firstEventsMs));
    if (isWaiting) return;
    host.state.subscribe((state) => {
      if (state === 'live') setTimeout(resolve, firstEventsMs);
      else if (host.lastError !== undefined) reject(host.lastError);
    });
  });
  return host.prompts.value;
}
