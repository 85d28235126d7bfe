import {
  ExposedError,
  type ExposedObjectHandle,
  type Json,
  type LogLevel,
  type RemoteControlService,
} from '../../service/index.js';
import { destroy, type Engine, gameObjectOf, logLevels } from '../engine/index.js';
import { type ActionSpec, type AskSpec, milliseconds } from './document.js';
import { evaluate, type Scope } from './expressions.js';

/** What actions run in: a function call on an object, or the timeline without one. */
export interface ActionScope extends Scope {
  /** The object whose function runs; undefined on the timeline. */
  readonly handle?: ExposedObjectHandle;
  /** Path of the composite in it, empty for the object itself. */
  readonly path: string;
}

/** Creates an object of a class for the `spawn` action. */
export type Spawn = (
  className: string,
  name: string,
  key: string | undefined,
  values: { [member: string]: Json },
) => void;

/** Performs the actions of functions and of the timeline. */
export class ActionRunner {
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  readonly #spawn: Spawn;

  constructor(engine: Engine, service: RemoteControlService, spawn: Spawn) {
    this.#engine = engine;
    this.#service = service;
    this.#spawn = spawn;
  }

  /** Runs actions one after the other; a `return` ends them. @throws what a `throw` says, and ExposedError. */
  run(actions: readonly ActionSpec[], scope: ActionScope): Json | undefined {
    for (const action of actions) {
      if (action.return !== undefined) return evaluate(action.return, scope);
      this.#perform(action, scope);
    }
    return undefined;
  }

  #perform(action: ActionSpec, scope: ActionScope): void {
    const value = (expression: Json | undefined) => evaluate(expression, scope);
    const text = (expression: Json | undefined) => String(value(expression) ?? '');
    if (action.set !== undefined) this.#property(action.set, scope).set(value(action.set.value));
    else if (action.add !== undefined) {
      const property = this.#property(action.add, scope);
      property.set(Number(property.get()) + Number(value(action.add.value)));
    } else if (action.toggle !== undefined) {
      const property = this.#property(action.toggle, scope);
      property.set(!property.get());
    } else if (action.log !== undefined) {
      this.#engine.log.write(logLevel(text(action.log.level ?? 'Log')), text(action.log.message));
    } else if (action.throw !== undefined) throw new Error(text(action.throw));
    else if (action.notify !== undefined) {
      const { title, message, type, icon } = action.notify;
      this.#service.notifications.notify({
        type: notificationType(text(type ?? 'info')),
        title: text(title),
        message: text(message),
        ...(icon !== undefined && { icon }),
      });
    } else if (action.ask !== undefined) this.#ask(action.ask, scope);
    else if (action.spawn !== undefined) {
      const { class: className, name, key, values = {} } = action.spawn;
      const filled = evaluate(values as Json, scope) as { [member: string]: Json };
      this.#spawn(className, text(name ?? className), key === undefined ? undefined : text(key), filled);
    } else if (action.destroy !== undefined) this.#destroy(text(action.destroy.object));
    else if (action.loadAsset !== undefined) this.#engine.assets.load(action.loadAsset);
  }

  #property({ object, path }: { object?: string; path: string }, scope: ActionScope) {
    if (object !== undefined) return this.#service.property(this.#requireObject(object), path);
    if (scope.handle === undefined) throw new Error(`"${path}" needs an object on the timeline`);
    return this.#service.property(scope.handle, scope.path === '' ? path : `${scope.path}/${path}`);
  }

  #ask({ then = {}, answer, ...request }: AskSpec, scope: ActionScope): void {
    if (answer !== undefined) {
      const { choice, after = 0 } = answer;
      this.#engine.dialogs.scriptNext({ answer: { choice }, afterMs: milliseconds(after) });
    }
    // Who says what follows a cancel offers it.
    const labels = then.cancel === undefined ? request : { cancelKey: 'confirm.cancel', ...request };
    this.#service.prompts.raise(labels, (choice) => void this.run(then[choice] ?? [], scope));
  }

  #destroy(key: string): void {
    const gameObject = gameObjectOf(this.#requireObject(key).target);
    if (gameObject === undefined) throw new Error(`"${key}" is no object of a scene`);
    destroy(gameObject);
  }

  #requireObject(key: string): ExposedObjectHandle {
    const handle = this.#service.objects.resolve(key);
    if (handle === undefined) throw new ExposedError('object-not-found', key);
    return handle;
  }
}

function logLevel(name: string): LogLevel {
  const level = logLevels.find((known) => known.toLowerCase() === name.toLowerCase());
  if (level === undefined) throw new Error(`"${name}" is no log level; there are ${logLevels.join(', ')}`);
  return level;
}

const notificationTypes = ['info', 'success', 'warning', 'error'] as const;

function notificationType(name: string): (typeof notificationTypes)[number] {
  const type = notificationTypes.find((known) => known === name);
  if (type === undefined)
    throw new Error(`"${name}" is no notification type; there are ${notificationTypes.join(', ')}`);
  return type;
}
