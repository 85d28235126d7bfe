import { Argument, type Command } from 'commander';
import { connect, type RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/common/printable.js';
import { keysOf } from '../exposed/keys.js';
import { commandClientId } from './connection.js';

/** The scripts quote names, because they come from a host and bash inserts completions unchanged. */
const scripts = {
  bash: `_sim_host() {
  local name
  COMPREPLY=()
  while IFS= read -r name; do
    COMPREPLY+=("$(printf %q "$name")")
  done < <(sim-host complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ \${COMPREPLY[0]} == */ ]] && compopt -o nospace
}
complete -o default -F _sim_host sim-host`,
  zsh: `#compdef sim-host
_sim_host() {
  local -a found
  found=("\${(@f)$(sim-host complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -z \${found[1]} ]] && { _files; return }
  compadd -S '' -- \${(M)found:#*/}
  compadd -- \${found:#*/}
}
compdef _sim_host sim-host`,
  // Offers files only for commands and options that take one.
  fish: `complete -c sim-host -F -n '__fish_seen_subcommand_from types diff conformance; or string match -q -- "--*" (commandline -opc)[-1]'
complete -c sim-host -f -a '(sim-host complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

/** Maximum time that a shell waits for names, in milliseconds. */
const completeMs = 2000;

/** Adds `completion`, and the command that its scripts call. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script for a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  $ source <(sim-host completion bash)                       in ~/.bashrc
  $ source <(sim-host completion zsh)                        in ~/.zshrc, after compinit
  $ sim-host completion fish > ~/.config/fish/completions/sim-host.fish
`,
    )
    .action((shell: keyof typeof scripts) => console.log(scripts[shell]));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      // A name may contain control characters of a terminal, or several lines.
      for (const name of await candidates(program, words)) if (printable(name) === name) console.log(name);
    });
}

async function candidates(program: Command, words: readonly string[]): Promise<string[]> {
  const begun = words.at(-1) ?? '';
  const commands = program.commands.filter((each) => !['complete', 'help'].includes(each.name()));
  const command = commands.find((each) => each.name() === words[0]);
  const beginning = (names: readonly string[]) => names.filter((name) => name.startsWith(begun));
  if (begun.startsWith('-')) return beginning((command ?? program).options.flatMap(({ long }) => long ?? []));
  if (words.length <= 1) return beginning(commands.map((each) => each.name()));
  if (command === undefined) return [];
  if (command.name() === 'completion') return beginning(Object.keys(scripts));
  const option = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
  const url = option('--url') ?? process.env.SIM_HOST_URL ?? 'http://127.0.0.1:9095';
  try {
    const token = option('--token') ?? process.env.SIM_HOST_TOKEN;
    const signal = AbortSignal.timeout(completeMs);
    const host = await connect(url, { token, clientId: commandClientId, signal });
    try {
      return beginning(await namesOf(host, command.name(), begun));
    } finally {
      host.close();
    }
  } catch {
    // Without a host there are no names to complete.
    return [];
  }
}

async function namesOf(host: RemoteHost, command: string, begun: string): Promise<string[]> {
  if (!['ls', 'get', 'set', 'call', 'watch'].includes(command) || begun.includes('/')) return [];
  const keys = keysOf(await host.objects());
  return command === 'ls' ? keys : keys.map((key) => `${key}/`);
}
