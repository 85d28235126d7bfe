import { ExposedError } from '../../../service/index.js';
import { type ControlContext, command } from '../command.js';
import { anyText, boolean, oneOf, optional, text } from '../shape.js';

/** Prompts, quitting, notifications. */
export const promptCommands = ({ engine, service }: ControlContext) =>
  [
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
      if (engine.application.mode !== 'editor') {
        throw new ExposedError(
          'invalid-request',
          'cannot stop play mode: the application is a player, not the editor',
        );
      }
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
