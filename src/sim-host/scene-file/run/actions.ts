import { ExposedError, type ExposedObjectHandle, type Json } from '../../../service/index.js';
import { destroy, gameObjectOf, logLevels } from '../../engine/index.js';
import { type ActionSpec, type AskSpec, milliseconds, notificationTypes } from '../document.js';
import { add, evaluate, type Scope, variablesOf } from './expressions.js';
import { toServiceJson } from './initial-values.js';
import { addLocation, ThrownByScene } from './run-error.js';
import type { RunningScene } from './running-scene.js';

/** The context of actions: a function call on an object, or the timeline. */
export interface ActionScope extends Scope {
  /** The object whose function runs; undefined on the timeline. */
  readonly handle?: ExposedObjectHandle;
  /** Path of the composite in the object; empty for the object itself. */
  readonly path: string;
}

/** Runs the actions of functions and of the timeline. */
export class ActionRunner {
  readonly #scene: RunningScene;
  /** Increased to ignore the answers to prompts that were raised before. */
  #promptGeneration = 0;

  constructor(scene: RunningScene) {
    this.#scene = scene;
  }

  /**
   * Runs actions in order until a `return`.
   * @throws ThrownByScene from a `throw`, SceneRunError with its location for any other failure
   */
  run(actions: readonly ActionSpec[], scope: ActionScope): Json | undefined {
    const { source } = this.#scene.document;
    for (const action of actions) {
      const [kind] = Object.keys(action) as [keyof ActionSpec];
      const place = () => [...(source.path(action) ?? []), kind];
      if (kind === 'throw') throw new ThrownByScene(this.#text(action.throw, scope), source, place());
      try {
        if (kind === 'return') return evaluate(action.return, scope);
        this.#perform(action, scope);
      } catch (error) {
        const isOfArgument = uses(faultyPart(action, error), scope.args);
        throw addLocation(source, place(), subjectOf(action), error, isOfArgument);
      }
    }
    return undefined;
  }

  /** Makes pending prompts have no effect when they are answered or cancelled. */
  ignorePendingPrompts(): void {
    this.#promptGeneration++;
  }

  #text(expression: Json | undefined, scope: ActionScope): string {
    return String(evaluate(expression, scope) ?? '');
  }

  #perform(action: ActionSpec, scope: ActionScope): void {
    const value = (expression: Json | undefined) => this.#toJson(evaluate(expression, scope));
    const text = (expression: Json | undefined) => this.#text(expression, scope);
    if (action.set !== undefined)
      this.#property(action.set, scope).set(toServiceJson(value(action.set.value)));
    else if (action.add !== undefined) {
      const property = this.#property(action.add, scope);
      property.set(toServiceJson(add(property.get(), value(action.add.value))));
    } else if (action.toggle !== undefined) {
      const property = this.#property(action.toggle, scope);
      property.set(!property.get());
    } else if (action.log !== undefined) {
      this.#scene.engine.log.write(
        oneOf('log level', logLevels, text(action.log.level ?? 'Log')),
        text(action.log.message),
      );
    } else if (action.notify !== undefined) {
      const { title, message, type, icon } = action.notify;
      this.#scene.service.notifications.notify({
        type: oneOf('notification type', notificationTypes, text(type ?? 'info')),
        title: text(title),
        message: text(message),
        ...(icon !== undefined && { icon: text(icon) }),
      });
    } else if (action.ask !== undefined) this.#ask(action.ask, scope);
    else if (action.spawn !== undefined) {
      const { class: className, name, key, values = {} } = action.spawn;
      const filled = value(values as Json) as { [member: string]: Json };
      this.#scene.builder.spawn(
        className,
        text(name ?? className),
        key === undefined ? undefined : text(key),
        filled,
      );
    } else if (action.destroy !== undefined) this.#destroy(text(action.destroy.object));
    else if (action.loadAsset !== undefined) {
      const key = text(action.loadAsset);
      if (this.#scene.engine.assets.load(key) === undefined) throw new Error(`unknown asset "${key}"`);
    }
  }

  /** Converts a value to JSON; engine objects become references. */
  #toJson(value: unknown): Json {
    if (Array.isArray(value)) return value.map((item) => this.#toJson(item));
    if (typeof value !== 'object' || value === null) return value as Json;
    const { objects } = this.#scene.service;
    if (objects.classOf(value)?.isEngineClass) {
      const id = objects.byTarget(value)?.id ?? String(objects.instanceId(value));
      return objects.isDestroyed(value) ? null : { '@ref': id };
    }
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#toJson(item)]));
  }

  #property({ object, path }: { object?: string; path: string }, scope: ActionScope) {
    if (object !== undefined)
      return this.#scene.service.property(this.#requireObject(this.#text(object, scope)), path);
    if (scope.handle === undefined) throw new Error(`"${path}" needs an object on the timeline`);
    return this.#scene.service.property(scope.handle, scope.path === '' ? path : `${scope.path}/${path}`);
  }

  #ask({ then = {}, answer, ...request }: AskSpec, scope: ActionScope): void {
    if (answer !== undefined) {
      const { choice, after = 0 } = answer;
      this.#scene.engine.dialogs.scriptNext({ answer: { choice }, afterMs: milliseconds(after) });
    }
    const filled = evaluate(request as Json, scope) as unknown as typeof request;
    // Actions for a cancelled prompt add a cancel button.
    const labels = then.cancel === undefined ? filled : { cancelKey: 'confirm.cancel', ...filled };
    const generation = this.#promptGeneration;
    this.#scene.service.prompts.raise(labels, (choice) => {
      if (generation === this.#promptGeneration) this.run(then[choice] ?? [], scope);
    });
  }

  #destroy(key: string): void {
    const gameObject = gameObjectOf(this.#requireObject(key).target);
    if (gameObject === undefined) throw new Error(`"${key}" is not an object of a scene`);
    destroy(gameObject);
  }

  #requireObject(key: string): ExposedObjectHandle {
    const handle = this.#scene.service.objects.resolve(key);
    if (handle === undefined) throw new ExposedError('object-not-found', key);
    return handle;
  }
}

/** Returns the part of an action that caused an error. */
function faultyPart({ set, add, toggle, spawn, ...others }: ActionSpec, error: unknown): Json | undefined {
  const code = error instanceof ExposedError ? error.code : undefined;
  if (code === 'object-not-found') return (set ?? add ?? toggle ?? others.destroy)?.object;
  if (code === 'set-failed') return set?.value ?? add?.value ?? (spawn?.values as Json | undefined);
  return code === undefined ? (others as Json) : undefined;
}

function uses(expression: Json | undefined, args: ActionScope['args']): boolean {
  return [...variablesOf(expression)].some((name) => Object.hasOwn(args, name));
}

/** Returns the subject of an action for errors, such as `key-light/intensity`. */
function subjectOf({ set, add, toggle }: ActionSpec): string {
  const target = set ?? add ?? toggle;
  if (target === undefined) return '';
  return target.object === undefined ? target.path : `${target.object}/${target.path}`;
}

/** Returns the name that equals a string, whatever its case. @throws Error if there is none */
function oneOf<Name extends string>(what: string, names: readonly Name[], text: string): Name {
  const name = names.find((known) => known.toLowerCase() === text.toLowerCase());
  if (name === undefined) throw new Error(`unknown ${what} "${text}"; available: ${names.join(', ')}`);
  return name;
}
