import type { Json } from '../../../service/index.js';
import type { ActionSpec, SceneDocument } from '../document.js';
import { dependsOnRun, variablesOf } from '../run/expressions.js';

interface SpawnedObject {
  readonly key: Json;
  readonly pattern: RegExp;
  readonly className: string;
}

/** The source keys that actions create and destroy, which other actions may use. */
export class ActionObjects {
  readonly #spawned: SpawnedObject[] = [];
  readonly #destroyed: RegExp[] = [];

  constructor(document: SceneDocument) {
    for (const { spawn, destroy } of allActions(document)) {
      if (spawn?.key !== undefined)
        this.#spawned.push({ key: spawn.key, pattern: pattern(spawn.key), className: spawn.class });
      if (destroy !== undefined) this.#destroyed.push(pattern(destroy.object));
    }
  }

  /** Returns the class that an action spawns under a key; undefined if none does. */
  spawnedClass(key: string): string | undefined {
    return this.#spawned.find((each) => each.pattern.test(key))?.className;
  }

  canBeDestroyed(key: string): boolean {
    return this.#destroyed.some((each) => each.test(key));
  }

  /** Keys of spawned objects that are known before the run. */
  get spawnedKeys(): string[] {
    return this.#spawned.flatMap(({ key }) => (dependsOnRun(key) ? [] : String(key)));
  }
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
    return dependsOnRun(expression) ? /^/ : new RegExp(`^${literal(String(expression))}$`);
  }
  let text = literal(expression);
  for (const name of variablesOf(expression)) text = text.replace(literal(`$${name}`), '.*');
  return new RegExp(`^${text}$`, 's');
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
