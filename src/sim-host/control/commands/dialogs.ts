import { ExposedError } from '../../../service/index.js';
import { confirmChoices } from '../../../wire/confirm-choices.js';
import { type ControlContext, command } from '../command.js';
import { oneOf, optional, text } from '../shape.js';

/** The dialogs on the screen of the host. */
export const dialogCommands = ({ engine: { dialogs } }: ControlContext) =>
  [
    command('dialog.list', {}, () => ({
      dialogs: dialogs.shown.map(({ id, kind, title, message, buttons }) => ({
        id,
        kind,
        title,
        message,
        buttons: [...buttons],
      })),
    })),
    command(
      'dialog.answer',
      { id: text(), choice: optional(oneOf(confirmChoices)), path: optional(text()) },
      ({ id, choice, path }) => {
        const dialog = dialogs.shown.find((each) => each.id === id);
        if (dialog === undefined) return { answered: false };
        if ((choice === undefined) === (path === undefined)) {
          throw new ExposedError('invalid-request', 'give either "choice" or "path"');
        }
        if (path !== undefined && dialog.kind !== 'saveAs') {
          throw new ExposedError(
            'invalid-request',
            `"path" answers a Save As dialog, and "${id}" is a ${dialog.kind}`,
          );
        }
        const answer = path === undefined ? { choice: choice! } : { choice: 'yes' as const, path };
        return { answered: dialogs.answer(id, answer) };
      },
    ),
  ] as const;
