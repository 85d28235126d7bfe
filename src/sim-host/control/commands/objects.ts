import type { ExposedClass } from '../../../service/types/exposed-class.js';
import { destroy, gameObjectOf } from '../../engine/index.js';
import { type ControlContext, command, requireObject } from '../command.js';
import { anyValue, invalid, optional, text } from '../command-body.js';

/** Objects are created and destroyed as by the user at the host, and changed as by engine code. */
export const objectCommands = (context: ControlContext) =>
  [
    command('object.spawn', { class: text(), name: optional(text()), key: optional(text()) }, (values) => {
      const cls = requireSpawnable(context, values.class);
      const key = values.key ?? context.engine.random.guid();
      const handle = asCallerError(() =>
        context.service.asUser(() => context.builder.spawn(cls.name, values.name ?? cls.name, key)),
      );
      return { key, id: handle.id };
    }),
    command('object.destroy', { key: text() }, ({ key }) => {
      const handle = requireObject(context, key);
      const gameObject = gameObjectOf(handle.target);
      if (gameObject === undefined) throw invalid(`cannot destroy "${key}": it is not an object of a scene`);
      context.service.asUser(() => destroy(gameObject));
      return { key, id: handle.id };
    }),
    command('set', { key: text(), path: text(), value: anyValue() }, ({ key, path, value }) => {
      const handle = requireObject(context, key);
      context.service.property(handle, path).set(value, 'host');
      return { key, id: handle.id, path };
    }),
  ] as const;

function requireSpawnable({ service }: ControlContext, className: string): ExposedClass {
  const cls = service.classes.find(className);
  if (cls === undefined) throw invalid(`unknown class "${className}"`);
  if (!cls.isEngineClass || cls.isAbstract) {
    const kind = cls.isAbstract ? 'an abstract class' : `of kind ${cls.definition.kind}`;
    throw invalid(
      `"class" must be a component class or a game object's wrapper, but "${cls.name}" is ${kind}`,
    );
  }
  return cls;
}

/** Converts an error of spawning to an error of the caller. */
function asCallerError<T>(spawn: () => T): T {
  try {
    return spawn();
  } catch (error) {
    throw invalid((error as Error).message, error);
  }
}
