import type { RunningSimHost } from '../sim-host.js';
import type { EndingSignals } from './signals.js';
import { type QuestionPorts, TerminalQuestions } from './terminal/questions.js';

/**
 * On an interactive terminal the host's questions are answered there, and Ctrl+C asks the application to quit, as closing
 * its window would. While what that has asked waits for an answer, Ctrl+C ends the host without saving.
 */
export function interruptAsks(
  { engine, service }: RunningSimHost,
  signals: EndingSignals,
  ports: Pick<QuestionPorts, 'screen' | 'input' | 'colors'>,
): TerminalQuestions {
  const { dialogs } = engine;
  let hasAsked = false;
  let wasDeclined = false;
  const isAsking = () => wasDeclined || (hasAsked && dialogs.shown.length > 0);
  const questions = new TerminalQuestions(dialogs, {
    ...ports,
    interrupt: signals.interrupt,
    interruptHint: () => (isAsking() ? 'Ctrl+C again ends it at once, and nothing is saved.' : undefined),
  });
  // The next dialog of the same question, Save As, comes up before this is looked at.
  dialogs.observe(
    () => {},
    () =>
      setImmediate(() => {
        if (dialogs.shown.length === 0) hasAsked = false;
      }),
  );
  const ask = async () => {
    hasAsked = true;
    const { accepted, confirmId } = await service.quit.request();
    if (!accepted && confirmId === undefined) {
      wasDeclined = true;
      ports.screen.print('  The application declined to quit. Ctrl+C again ends it all the same.');
    }
    questions.refresh();
  };
  signals.onInterrupt(() => void ask().catch((error: unknown) => engine.log.exception(error)), isAsking);
  return questions;
}
