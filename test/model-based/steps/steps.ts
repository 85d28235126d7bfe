import type { Choices } from '../choices.js';
import type { Mix } from '../mix.js';
import type { Json, JsonObject } from '../model/json.js';
import { stringify } from '../model/json.js';
import type { Answer, Model } from '../model/model.js';
import type { Registered } from '../model/registry.js';
import { Bodies } from './bodies.js';
import { EngineSteps } from './engine.js';
import type { Places, Spelled } from './places.js';
import type { EngineStep, Request } from './step.js';

/** Creates steps from numbers and the current state of the model. */
export class Steps {
  readonly #model: Model;
  readonly #places: Places;
  readonly #bodies: Bodies;
  readonly #engine: EngineSteps;
  readonly #mix: Mix;

  constructor(model: Model, places: Places, mix: Mix) {
    this.#model = model;
    this.#places = places;
    this.#bodies = new Bodies(model, mix);
    this.#engine = new EngineSteps(model, this.#bodies, places, mix);
    this.#mix = mix;
  }

  /** An action of the application; undefined if none is possible. */
  engine(c: Choices): EngineStep | undefined {
    const objects = this.#model.registry.all;
    if (objects.length === 0) return undefined;
    const object = c.pick(objects);
    const spelled = this.#places.pick(object, c);
    return spelled && this.#engine.step(object, spelled, c);
  }

  /** A request; undefined if none is possible. */
  request(c: Choices, isInBatch = false): Request | undefined {
    const objects = this.#model.registry.all;
    if (objects.length === 0) return undefined;
    const kind = c.among(this.#mix.requests);
    const object = c.pick(objects);
    if (kind === 'putObject') return this.#putObject(object, c);
    if (kind === 'call') return this.#call(object, c, isInBatch);
    const spelled = this.#places.pick(object, c);
    if (spelled === undefined) return undefined;
    if (kind === 'get')
      return this.#property(spelled, 'GET', undefined, () => this.#model.read(spelled.place));
    if (kind === 'put') return this.#put(spelled, c);
    if (kind === 'reset') {
      return this.#property(spelled, 'POST', undefined, () => this.#model.reset(spelled.place), '/reset');
    }
    return this.#array(spelled, c);
  }

  #put(spelled: Spelled, c: Choices): Request {
    const { place } = spelled;
    const value = this.#bodies.value(place.type, place.isNullable, place.get(), c, place.ancestors);
    return this.#property(spelled, 'PUT', { value }, () => this.#model.put(place, value));
  }

  #putObject(object: Registered, c: Choices): Request {
    const value = this.#bodies.object(object, c);
    return request('PUT', `/exposed/object/${idOf(object, c)}`, { value }, () =>
      this.#model.putObject(object, value),
    );
  }

  #array(spelled: Spelled, c: Choices): Request {
    const { place } = spelled;
    const kind = c.pick(['append', 'remove', 'reorder'] as const);
    if (kind === 'append') {
      if (place.type.of !== 'array' || c.chance(20)) {
        return this.#property(spelled, 'POST', undefined, () => this.#model.append(place, undefined));
      }
      const value = this.#bodies.value(place.type.element, false, undefined, c);
      return this.#property(spelled, 'POST', { value }, () => this.#model.append(place, value));
    }
    if (kind === 'remove') {
      const index = c.below(5) - 1;
      return this.#property(spelled, 'DELETE', { index }, () => this.#model.remove(place, index));
    }
    const fromIndex = c.below(4);
    const toIndex = c.below(4);
    const reorder = () => this.#model.reorder(place, fromIndex, toIndex);
    return this.#property(spelled, 'PATCH', { fromIndex, toIndex }, reorder);
  }

  #call(object: Registered, c: Choices, isInBatch: boolean): Request | undefined {
    // A batch awaits its asynchronous functions at its end.
    const functions = object.class.functions.filter(({ isAsync }) => !isAsync || !isInBatch);
    if (functions.length === 0) return undefined;
    const spec = c.pick(functions);
    const args: Json[] = spec.parameters.map(({ type }) => this.#bodies.value(type, false, undefined, c));
    const body: JsonObject | undefined = c.chance(20) ? undefined : { args };
    const url = `/exposed/function/${idOf(object, c)}/${spec.name}`;
    const expected = () => this.#model.call(object.target, spec, body === undefined ? [] : args);
    return { ...request('POST', url, body, expected), mayChangeAndFail: true };
  }

  #property(
    { id, url, place }: Spelled,
    method: string,
    body: JsonObject | undefined,
    expected: () => Answer,
    suffix = '',
  ): Request {
    const path = `/exposed/object/${id}/${url}${suffix}`;
    return { ...request(method, path, body, expected), place };
  }
}

function request(
  method: string,
  url: string,
  body: JsonObject | undefined,
  expected: () => Answer | Promise<Answer>,
): Request {
  const text = `${method} ${url}${body === undefined ? '' : ` ${stringify(body)}`}`;
  return { text, method, url, ...(body !== undefined && { body }), expected };
}

function idOf(object: Registered, c: Choices): string {
  return object.key !== undefined && c.chance(50) ? object.key : object.id;
}
