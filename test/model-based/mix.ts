import type { Choices } from './choices.js';

/** The usual frequencies of events in a run: weights of alternatives, and chances in percent. */
export const usual = {
  via: { decorators: 6, define: 4, scene: 2 },
  kind: { class: 7, struct: 2, static: 1 },
  how: { accessor: 4, field: 2, property: 3, computed: 1 },
  types: { scalar: 5, enum: 1, parts: 2, class: 3, array: 3 },
  /** The moment at which a setter throws. */
  throws: { never: 4, before: 1, after: 1 },
  steps: { request: 24, engine: 6, batch: 3, register: 1, unregister: 1 },
  requests: { get: 3, put: 8, putObject: 4, array: 6, reset: 3, call: 4 },
  engine: { set: 4, assign: 3, link: 1, clean: 1 },
  /** A property has a setter with side effects or other behaviour. */
  setter: 60,
  /** A setter that does not throw also sets other members. */
  effects: 50,
  /** A function is asynchronous. */
  later: 30,
  /** A class has a key. */
  keyed: 40,
  /** A member shares its instance or contains others of its own class. */
  graph: 5,
  /** A value is one that throwing setters reject. */
  refused: 3,
  /** A value has another type than the member. */
  wrong: 6,
  /** A value refers to a registered object if one fits. */
  references: 25,
  /** A member of an object is in its body. */
  listed: 40,
};

export type Mix = typeof usual;

/**
 * The frequencies of one run: the usual ones, or others in which some alternatives prevail and some are missing, because
 * faults hide behind frequent events (swarm testing).
 */
export function drawMix(draw: Choices): Mix {
  if (!draw.chance(75)) return usual;
  const other = Object.entries(usual).map(([name, value]) => {
    if (draw.chance(60)) return [name, value];
    if (typeof value === 'number') return [name, draw.pick([value, 20, 60, 90])];
    const weights = Object.entries(value).map(([item, weight]) => [item, weight * draw.pick([1, 1, 0, 4])]);
    return [name, Object.fromEntries(weights)];
  });
  return Object.fromEntries(other) as Mix;
}
