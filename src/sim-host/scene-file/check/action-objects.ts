import type { ExposedClass, Json } from '../../../service/index.js';
import { nearest } from '../diagnostics.js';
import type { ActionSpec, SceneDocument } from '../document.js';
import { isExpression, variablesOf } from '../run/expressions.js';
import type { DocumentPath } from '../source.js';
import type { DynamicContext } from './check-context.js';
import { checkVariables } from './check-expressions.js';

/** The keys and members that actions create, destroy and write, which other actions may use. */
export class ActionObjects {
  /** Members that an action replaces as a whole. */
  readonly changing = new Set<string>();
  readonly #spawned: { readonly key: RegExp; readonly className: string }[] = [];
  readonly #destroyed: RegExp[] = [];

  constructor(document: SceneDocument) {
    for (const { spawn, destroy, set } of allActions(document)) {
      if (spawn?.key !== undefined) {
        this.#spawned.push({ key: pattern(spawn.key), className: spawn.class });
      }
      if (destroy !== undefined) this.#destroyed.push(pattern(destroy.object));
      if (set !== undefined && /^\w+$/.test(set.path)) this.changing.add(set.path);
    }
  }

  /** Returns the class that an action spawns under a key; undefined if none does. */
  spawnedClass(key: string): string | undefined {
    return this.#spawned.find((each) => each.key.test(key))?.className;
  }

  canBeDestroyed(key: string): boolean {
    return this.#destroyed.some((each) => each.test(key));
  }

  /** Keys of spawned objects as they are written. */
  get spawnedKeys(): string[] {
    return this.#spawned.flatMap(({ key }) => /^\^([\w-]+)\$$/.exec(key.source)?.[1] ?? []);
  }
}

/** Returns the object of an action; undefined if that is an error or only known at run time. */
export function requireObject(
  object: Json,
  path: DocumentPath,
  context: DynamicContext & { readonly objects: ActionObjects },
): { readonly class: ExposedClass; readonly target?: object | undefined } | undefined {
  const { model, found, objects } = context;
  if (!checkVariables(object, path, context) || isExpression(object)) return undefined;
  const key = String(object);
  if (model.names.keys.has(key)) return model.object(key);
  const spawned = objects.spawnedClass(key);
  if (spawned !== undefined) {
    const cls = model.class(spawned);
    return cls && { class: cls };
  }
  // Ids are only known at run time, except those that start with a key of the scene.
  if (/^-?\d+$/.test(key)) return undefined;
  const known = [...model.names.keys.keys(), ...objects.spawnedKeys];
  found.add(path, `unknown object "${key}"`, {
    expected: 'the source key of an object, or of one that a spawn creates',
    hint: nearest(key, known),
  });
  return undefined;
}

/** All actions of functions and of the timeline, including those that follow an answer. */
function* allActions(document: SceneDocument): Generator<ActionSpec> {
  for (const { functions = {} } of Object.values(document.classes ?? {})) {
    for (const { do: actions = [] } of Object.values(functions)) yield* withAnswers(actions);
  }
  for (const entry of document.timeline ?? []) yield* withAnswers(entry.do);
}

function* withAnswers(actions: readonly ActionSpec[]): Generator<ActionSpec> {
  for (const action of actions) {
    yield action;
    for (const then of Object.values(action.ask?.then ?? {})) yield* withAnswers(then);
  }
}

/** Returns a pattern of the results of an expression, in which a variable stands for any text. */
function pattern(expression: Json): RegExp {
  if (typeof expression !== 'string') {
    return isExpression(expression) ? /^/ : new RegExp(`^${literal(String(expression))}$`);
  }
  let text = literal(expression);
  for (const name of variablesOf(expression)) text = text.replace(literal(`$${name}`), '.*');
  return new RegExp(`^${text}$`, 's');
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
