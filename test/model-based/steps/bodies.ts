import type { Choices } from '../choices.js';
import type { Mix } from '../mix.js';
import type { Json, JsonObject } from '../model/json.js';
import type { Model } from '../model/model.js';
import type { Registered } from '../model/registry.js';
import {
  enums,
  isWritable,
  type MemberSpec,
  partsOf,
  type ScalarName,
  type TypeSpec,
} from '../table/spec.js';

const wrong: readonly Json[] = ['nope', null, {}, [], 1e40, true, -1, '', [null], { '@type': 'Nothing' }];

const scalars: Readonly<Record<ScalarName, readonly Json[]>> = {
  Boolean: [false, true],
  String: ['b', 'a', 'seven', '', 'x/y', 7, true, null, '5', 'p]q'],
  Byte: [2, 0, 255, 7, 256, 1.5, 2.5, '8'],
  Int16: [2, 0, 7, -32768, 32768, 0.5, '-1', '1e2'],
  Int32: [2, 0, 7, 2147483647, 2147483648, -1.5, '3', 100],
  Int64: [2, 0, 7, 9007199254740993n, '-9223372036854775808', 9223372036854775808n, 1.5],
  Single: [2, 0, 0.1, 7, 0.5, 'NaN', '-Infinity', '0.25', 16777217, 1e39, 3.4e38],
  Double: [2, 0, 0.1, 7, 'NaN', 'Infinity', '1e300', 0.30000000000000004, 1e21],
  Asset: ['guid-clip', 'guid-late', 'guid-none', null, { '@guid': 'guid-clip' }],
};

/** Bodies for members, mostly valid ones. Members are in the order of their class, which is the order of writing. */
export class Bodies {
  readonly #model: Model;
  readonly #mix: Mix;
  /** Instances that contain the body being generated. */
  #met = new Set<object>();

  constructor(model: Model, mix: Mix) {
    this.#model = model;
    this.#mix = mix;
  }

  /** A body; `above` are the objects that contain the written value. */
  value(
    type: TypeSpec,
    isNullable: boolean,
    current: unknown,
    c: Choices,
    above: readonly object[] = [],
  ): Json {
    this.#met = new Set(above);
    return this.#value(type, isNullable, current, c);
  }

  /** A body of an object. */
  object({ target, class: { members } }: Registered, c: Choices): JsonObject {
    this.#met = new Set();
    return this.#members(members, target, c, true);
  }

  #value(type: TypeSpec, isNullable: boolean, current: unknown, c: Choices): Json {
    if (c.chance(this.#mix.wrong)) return c.pick(wrong);
    switch (type.of) {
      case 'scalar':
        if (c.chance(this.#mix.refused)) return type.name === 'String' ? 'seven' : 7;
        return c.pick(scalars[type.name]);
      case 'enum': {
        const { flags, values } = enums[type.name];
        const names = Object.keys(values);
        const numbers = Object.values(values);
        const several = names.slice(1).join(', ');
        return c.pick<Json>([...names, ...numbers, ...(flags ? [several, 3] : []), 'Unknown']);
      }
      case 'parts': {
        if (isNullable && c.chance(20)) return null;
        const listed = Object.entries(partsOf[type.name]).filter(() => !c.chance(40));
        return Object.fromEntries(
          listed.map(([name, part]) => [
            name,
            part.of === 'scalar' ? c.pick(scalars[part.name]) : this.#value(part, false, undefined, c),
          ]),
        );
      }
      case 'array': {
        const elements = (current ?? []) as unknown[];
        const length = c.below(4);
        return Array.from({ length }, (_, i) => this.#value(type.element, false, elements[i], c));
      }
      case 'class':
        return this.#instance(type.name, isNullable, (current ?? undefined) as object | undefined, c);
    }
  }

  #instance(declared: string, isNullable: boolean, current: object | undefined, c: Choices): Json {
    const { schema, registry } = this.#model;
    if (schema.isComponent(declared)) return this.#component(declared, c);
    const references = registry.all.filter((each) => each.class.isA.has(declared));
    if (isNullable && c.chance(20)) return null;
    if (references.length > 0 && c.chance(this.#mix.references)) {
      const { id, key } = c.pick(references);
      return { '@ref': key !== undefined && c.chance(50) ? key : id };
    }
    // A body that contains one object twice is undefined.
    const isMet = current !== undefined && this.#met.has(current);
    if (current !== undefined && (isMet || c.chance(10))) {
      return { '@type': schema.classOf(current).name, '@truncated': true };
    }
    if (current !== undefined) this.#met.add(current);
    const subtypes = schema.classes.filter(({ isA, spec }) => isA.has(declared) && !spec.isAbstract);
    const other = subtypes.length > 0 && c.chance(30) ? c.pick(subtypes) : undefined;
    const present = current === undefined ? undefined : schema.classOf(current);
    const cls = other ?? present ?? schema.firstConcrete(declared);
    if (cls === undefined) return {};
    const stays = current !== undefined && present === cls;
    const members = this.#members(cls.members, stays ? current : undefined, c, stays);
    return other === undefined ? members : { '@type': other.name, ...members };
  }

  /** A reference to a component by itself or by its game object, or to something else. */
  #component(declared: string, c: Choices): Json {
    const { schema, registry } = this.#model;
    const paths = registry.all.flatMap(({ key, target }) => {
      const components = (target as { components?: object[] }).components ?? [];
      const index = components.findIndex((each) => schema.classOf(each).name === declared);
      return index < 0 ? [] : [`${key}.components[${declared}]`, `${key}.components[${index}]`];
    });
    if (paths.length > 0 && c.chance(50)) return { '@ref': c.pick(paths) };
    const fitting = registry.all.filter((each) => each.class.name === declared);
    if (fitting.length === 0 || c.chance(15))
      return c.pick([null, { '@type': declared, '@truncated': true }]);
    const { id, key } = c.pick(c.chance(90) ? fitting : registry.all);
    return { '@ref': c.pick([key ?? id, id]) };
  }

  /** Some members of a class; read-only ones rarely, and not for a new instance. */
  #members(
    specs: readonly MemberSpec[],
    target: object | undefined,
    c: Choices,
    mayRefuse: boolean,
  ): JsonObject {
    const listed = specs.filter((member) =>
      isWritable(member) ? c.chance(this.#mix.listed) : mayRefuse && target !== undefined && c.chance(8),
    );
    return Object.fromEntries(
      listed.map((member) => {
        const current = target === undefined ? undefined : this.#model.reader.get(target, member);
        if (!isWritable(member) && c.chance(60)) return [member.name, this.#present(current, member.type)];
        return [member.name, this.#value(member.type, member.isNullable === true, current, c)];
      }),
    );
  }

  #present(current: unknown, type: TypeSpec): Json {
    return this.#model.reader.value(current, type, Number.POSITIVE_INFINITY, []);
  }
}
