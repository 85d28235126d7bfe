import type { TypeEnvironment } from './environment.js';
import type { ExposedClass } from './exposed-class.js';

/**
 * Graphs of inline composites deeper than this are cut off with a stub: it keeps the stack safe and is far beyond what
 * a panel shows.
 */
const deepestNesting = 256;

/** Writes exposed objects as JSON text in one pass, without building trees. */
export class Serializer {
  readonly #environment: TypeEnvironment;
  /** The inline objects that are being written, outermost first: a repeated one is cut off (DEP-12). */
  readonly #ancestors: object[] = [];

  constructor(environment: TypeEnvironment) {
    this.#environment = environment;
  }

  /** A child: a reference when registered (OBJ-7), a stub beyond the depth (DEP-2), else inline. */
  child(target: object, declared: ExposedClass | undefined, remaining: number): string {
    const { objects, classes } = this.#environment;
    if (objects.isDestroyed(target)) return 'null';
    const reference = declared?.definition.kind === 'struct' ? undefined : objects.reference(target);
    const instanceId = objects.instanceId(target);
    const instance = instanceId === undefined ? '' : `,"@instanceID":${instanceId}`;
    if (reference !== undefined) {
      const { id, class: cls, name } = reference;
      return `{"@type":${cls.jsonName},"@ref":"${id}","@name":${JSON.stringify(name)}${instance}}`;
    }
    const cls = classes.classOf(target) ?? declared;
    if (cls === undefined) return 'null';
    const cutOff =
      remaining <= 0 || this.#ancestors.length >= deepestNesting || this.#ancestors.includes(target);
    if (cutOff) return `{"@type":${cls.jsonName},"@truncated":true}`;
    return `{"@type":${cls.jsonName}${instance}${this.members(cls, target, remaining - 1)}}`;
  }

  /** The members of an object, each with a comma before it; composites have `remaining` levels left. */
  members(cls: ExposedClass, target: object, remaining: number): string {
    this.#ancestors.push(target);
    try {
      let text = '';
      for (const member of cls.members) {
        text += `,${member.jsonKey}${member.type.write(member.get(target), remaining)}`;
      }
      return text;
    } finally {
      this.#ancestors.pop();
    }
  }
}
