import { reportTo } from '../application-code.js';
import type { DialogAnswer, DialogRequest, Host, HostDialog } from '../host.js';

/**
 * Shows one of the host's dialogs, whose code is the application's: one that cannot be shown, or fails, is none, and what it
 * answers that is no choice is `cancel`. It answers once, maybe before this returns.
 */
export function showDialog(
  { dialogs, log }: Pick<Host, 'dialogs' | 'log'>,
  request: DialogRequest,
  answer: (answer: DialogAnswer) => void,
): HostDialog | undefined {
  const code = reportTo(log);
  let isAnswered = false;
  try {
    const dialog = dialogs?.show(request, (given) => {
      if (isAnswered) return;
      isAnswered = true;
      answer(understood(given));
    });
    return dialog && { close: () => closeQuietly(dialog, (error) => code.report('Closing a dialog', error)) };
  } catch (error) {
    code.report('Showing a dialog', error);
    return undefined;
  }
}

function understood(answer: DialogAnswer | undefined): DialogAnswer {
  const { choice, path } = answer ?? { choice: 'cancel' };
  const known = choice === 'yes' || choice === 'no' ? choice : 'cancel';
  return typeof path === 'string' ? { choice: known, path } : { choice: known };
}

function closeQuietly(dialog: HostDialog, onFailed: (error: unknown) => void): void {
  try {
    dialog.close();
  } catch (error) {
    onFailed(error);
  }
}
