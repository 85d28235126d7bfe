import { confirmChoices } from '../../../wire/confirm-choices.js';
import { type ControlContext, command } from '../command.js';
import { anyText, boolean, invalid, oneOf, optional, text } from '../command-body.js';

/** Dialogs on the screen of the host, prompts, quitting, notifications. */
export const promptCommands = ({ engine, service }: ControlContext) =>
  [
    command('dialog.list', {}, () => ({
      dialogs: engine.dialogs.shown.map(({ id, kind, title, message, buttons }) => ({
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
        const dialog = engine.dialogs.shown.find((each) => each.id === id);
        if (dialog === undefined) return { answered: false };
        if ((choice === undefined) === (path === undefined)) throw invalid('give either "choice" or "path"');
        if (path !== undefined && dialog.kind !== 'saveAs')
          throw invalid(`"path" answers a Save As dialog, and "${id}" is a ${dialog.kind}`);
        const answer = path === undefined ? { choice: choice! } : { choice: 'yes' as const, path };
        return { answered: engine.dialogs.answer(id, answer) };
      },
    ),
    command(
      'prompt.ask',
      {
        titleKey: optional(text()),
        messageKey: text(),
        yesKey: optional(text()),
        noKey: optional(text()),
        cancelKey: optional(text()),
        icon: optional(text()),
      },
      (values) => {
        const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
        const id = service.prompts.raise({ ...given, messageKey: values.messageKey }, (choice) =>
          engine.log.write('Log', `Prompt ${id} was answered with ${choice}`),
        );
        return { id };
      },
    ),
    command('quit', {}, async () => {
      const { accepted, confirmId } = await service.quit.request();
      return {
        success: accepted,
        accepted,
        declined: !accepted,
        ...(confirmId !== undefined && { confirmId }),
      };
    }),
    command('play.stop', {}, () => {
      if (engine.application.mode !== 'editor')
        throw invalid('cannot stop play mode: the application is a player, not the editor');
      return { stopped: service.playMode.request() };
    }),
    command('notifier', { enabled: boolean() }, ({ enabled }) => {
      service.errorNotifier.enabled = enabled;
      return { enabled };
    }),
    command(
      'notify',
      {
        type: optional(oneOf(['info', 'success', 'warning', 'error']), 'info'),
        title: optional(anyText(), ''),
        message: anyText(),
        icon: optional(anyText(), ''),
        data: optional(anyText()),
      },
      ({ type, title, message, icon, data }) => {
        service.notifications.notify({ type, title, message, icon, ...(data !== undefined && { data }) });
        return { success: true };
      },
    ),
  ] as const;
