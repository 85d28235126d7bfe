import type { QuestionPorts } from './questions.js';
import { LiveScreen, PlainScreen, type Screen, screenOf } from './screen.js';

/** Who writes where. */
export interface TerminalUse {
  /** Where the reporter prints: standard output. */
  readonly output: Screen;
  /** Where questions are asked; undefined where nobody could answer. */
  readonly questions: Pick<QuestionPorts, 'screen' | 'input'> | undefined;
  /** Gives the terminal back. */
  close(): void;
}

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>;

/** Gives each terminal one owner: standard output and standard error of one terminal share a screen. */
export function useTerminal({ stdin, stdout, stderr }: Streams): TerminalUse {
  const output = stdout.isTTY ? screenOf(stdout) : new PlainScreen(stdout);
  const screen = stdout.isTTY ? output : stderr.isTTY ? screenOf(stderr) : undefined;
  const isInteractive = stdin.isTTY === true && screen !== undefined;
  return {
    output,
    questions: isInteractive ? { screen, input: stdin } : undefined,
    close: screen instanceof LiveScreen ? own(screen, stdout, stderr) : () => {},
  };
}

/** Ties a screen to its terminal: what else is written there, its size, and its return after another program. */
function own(screen: LiveScreen, stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): () => void {
  const terminals = [stdout, stderr].filter(({ isTTY }) => isTTY);
  const giveBack = terminals.map((stream) => screen.adopt(stream));
  const redraw = () => screen.redraw();
  const lost = () => screen.lost();
  const close = () => screen.close();
  for (const stream of terminals) stream.on('resize', redraw);
  process.on('SIGCONT', lost);
  process.on('exit', close);
  return () => {
    close();
    for (const each of giveBack) each();
    for (const stream of terminals) stream.off('resize', redraw);
    process.off('SIGCONT', lost);
    process.off('exit', close);
  };
}
