import { isObject, type Json, type JsonObject, parseJson } from './model/json.js';

/** An event `exposed_object_updated`. */
export interface Update {
  readonly id: string;
  readonly path: string;
  readonly value: Json;
  readonly changed: boolean;
}

/** A remote app that reads every object once and then relies on events. */
export class Subscriber {
  readonly known = new Map<string, JsonObject>();

  /** The updates in the text of the stream. */
  updates(sent: string): Update[] {
    const events = sent.split('\n').filter((line) => line.startsWith('data: '));
    return events
      .map((line) => (parseJson(line.slice('data: '.length)) as JsonObject).data as JsonObject)
      .filter(({ type }) => type === 'exposed_object_updated')
      .map(({ id, path, value, changed }) => ({ id, path, value, changed }) as unknown as Update);
  }

  /** Applies an update; false if its path is unknown. An empty one is the whole object. */
  apply({ id, path, value }: Update): boolean {
    if (path === '') return this.known.set(id, value as JsonObject) !== undefined;
    const object = this.known.get(id);
    if (object === undefined) return false;
    const steps = path.split('/');
    const last = steps.pop()!;
    let at: Json | undefined = object;
    for (const step of steps) at = child(at, step);
    if (Array.isArray(at)) {
      if (Number(last) >= at.length) return false;
      at[Number(last)] = value;
    } else if (isObject(at)) {
      at[last] = value;
    } else return false;
    return true;
  }
}

function child(at: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(at)) return at[Number(step)];
  return isObject(at) ? at[step] : undefined;
}
