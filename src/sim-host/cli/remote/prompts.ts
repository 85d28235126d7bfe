import { Argument, type Command } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/printable.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { addRemote, type RemoteOptions, withStudio } from './connection.js';
import { printJson } from './values.js';

/** Adds `prompts` and `answer`. */
export function addPrompts(program: Command): void {
  addRemote(
    program,
    'prompts',
    'lists the questions that wait for an answer; with --wait, waits for one',
    `  $ sim-host prompts
  $ sim-host answer "$(sim-host prompts --wait --json | jq -r .id)" yes
`,
  )
    .option('--wait', 'wait until there is one')
    .action((options: RemoteOptions & { readonly wait?: true }) =>
      withStudio(options, async (studio) => {
        for (const { id, title, message, yes, no, cancel } of await waitingPrompts(
          studio,
          options.wait === true,
        )) {
          if (options.json) printJson({ id, title, message, yes, no, cancel });
          else
            console.log(
              printable(
                `${id}  ${[title, message].filter(Boolean).join(': ')}  [${[yes, no, cancel].filter(Boolean).join(' / ')}]`,
              ),
            );
        }
      }),
    );
  addRemote(
    program,
    'answer',
    'answers a question that `sim-host prompts` lists',
    '  $ sim-host answer confirm-3 yes\n',
  )
    .argument('<id>')
    .addArgument(new Argument('<choice>').choices(['yes', 'no', 'cancel']))
    .action((id: string, choice: 'yes' | 'no' | 'cancel', options: RemoteOptions) =>
      withStudio(options, async (studio) => {
        const settled = await studio.answer(id, choice);
        if (options.json) printJson({ settled });
        if (!settled)
          throw new CliError(
            exitCodes.notFound,
            `${printable(id)} was answered elsewhere, or there is no such question`,
          );
      }),
    );
}

/** After its greeting a host tells at once what waits. */
const greetingMs = 250;

async function waitingPrompts(
  studio: RemoteHost,
  isWaiting: boolean,
): Promise<RemoteHost['prompts']['value']> {
  await new Promise<void>((resolve, reject) => {
    studio.prompts.subscribe((prompts) => prompts.length > 0 && setTimeout(resolve, greetingMs));
    if (isWaiting) return;
    studio.state.subscribe((state) => {
      if (state === 'live') setTimeout(resolve, greetingMs);
      else if (studio.lastError !== undefined) reject(studio.lastError);
    });
  });
  return studio.prompts.value;
}
