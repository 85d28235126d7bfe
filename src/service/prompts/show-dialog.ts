import { callOutside, reportTo } from '../common/application-code.js';
import type { DialogAnswer, DialogRequest, Host, HostDialog } from '../host.js';

/**
 * Shows a dialog of the host, whose code belongs to the application. Returns undefined if it cannot be shown or fails.
 * Calls `answer` once, maybe before it returns; an invalid choice counts as `cancel`.
 */
export function showDialog(
  { dialogs, log }: Pick<Host, 'dialogs' | 'log'>,
  request: DialogRequest,
  answer: (answer: DialogAnswer) => void,
): HostDialog | undefined {
  const code = reportTo(log);
  let isAnswered = false;
  try {
    const dialog = dialogs?.show(request, (hostAnswer) => {
      if (isAnswered) return;
      isAnswered = true;
      answer(validAnswer(hostAnswer));
    });
    return dialog && { close: () => callOutside(code, 'Closing a dialog', () => dialog.close()) };
  } catch (error) {
    code.report('Showing a dialog', error);
    return undefined;
  }
}

function validAnswer(answer: DialogAnswer | undefined): DialogAnswer {
  const { choice, path } = answer ?? { choice: 'cancel' };
  const validChoice = choice === 'yes' || choice === 'no' ? choice : 'cancel';
  return typeof path === 'string' ? { choice: validChoice, path } : { choice: validChoice };
}
