import type { Choices } from '../choices.js';
import { stringify } from '../model/json.js';
import type { Model } from '../model/model.js';
import { elementPlace, memberPlace, type Place } from '../model/place.js';
import type { Registered } from '../model/registry.js';
import type { ModelClass } from '../model/schema.js';
import type { MemberSpec } from '../table/spec.js';
import type { Bodies } from './bodies.js';
import { keysOf } from './places.js';
import type { EngineStep } from './step.js';

/** A property of an element, found by key, that the application keeps. */
interface Kept {
  readonly root: Registered;
  readonly array: MemberSpec;
  readonly key: string;
  readonly class: ModelClass;
  readonly member: MemberSpec;
  /** The reference of the service. */
  property?: { set(json: never): void };
}

/** Properties that an application keeps while elements move; they follow keys. */
export class KeptProperties {
  readonly #model: Model;
  readonly #bodies: Bodies;
  readonly #kept: Kept[] = [];

  constructor(model: Model, bodies: Bodies) {
    this.#model = model;
    this.#bodies = bodies;
  }

  keep(root: Registered, c: Choices): EngineStep | undefined {
    const arrays = root.class.members.filter((each) => this.#elements(root, each).length > 0);
    if (arrays.length === 0) return undefined;
    const array = c.pick(arrays);
    const elements = this.#elements(root, array);
    const keys = keysOf(this.#model, elements);
    const known = keys.filter((key) => key !== undefined && /^[\w.]+$/.test(key)) as string[];
    if (known.length === 0) return undefined;
    const key = c.pick(known);
    const element = elements[keys.indexOf(key)] as object;
    if (this.#model.registry.byTarget(element) !== undefined) return undefined;
    const cls = this.#model.schema.classOf(element);
    const member = c.pick(cls.members);
    const kept: Kept = { root, array, key, class: cls, member };
    const path = `${array.name}[${/^\d+$/.test(key) ? `"${key}"` : key}]/${member.name}`;
    this.#kept.push(kept);
    return {
      text: `kept${this.#kept.length} = service.property('${root.name}', '${path}')`,
      expected: () => true,
      perform({ service }) {
        kept.property = service.property(service.objects.resolve(root.id)!, path) as never;
        return true;
      },
    };
  }

  use(c: Choices): EngineStep | undefined {
    if (this.#kept.length === 0) return undefined;
    const index = c.below(this.#kept.length);
    const kept = this.#kept[index]!;
    if (this.#model.registry.resolve(kept.root.id) !== kept.root) return undefined;
    const place = this.#place(kept);
    // With duplicate keys, the element depends on its earlier position.
    if (place === 'several') return undefined;
    const inner = kept.member.type.of === 'array' ? kept.member.type.element : kept.member.type;
    if (inner.of === 'class' || place?.isReadOnly || place?.hasEffects) return undefined;
    const value = this.#bodies.value(kept.member.type, kept.member.isNullable === true, undefined, c);
    return {
      text: `kept${index + 1}.set(${stringify(value)})`,
      expected: () => place !== undefined && this.#model.engineSet(place, value),
      perform() {
        try {
          kept.property!.set(value as never);
          return true;
        } catch {
          return false;
        }
      },
    };
  }

  /** The current target; undefined if the element was removed. */
  #place({ root, array, key, class: cls, member }: Kept): Place | 'several' | undefined {
    const elements = this.#elements(root, array);
    const keys = keysOf(this.#model, elements);
    const found = keys.flatMap((each, i) => (each === key ? [i] : []));
    if (found.length === 0) return undefined;
    const at = found[0]!;
    const element = elements[at] as object;
    if (found.length > 1 || this.#model.registry.byTarget(element) !== undefined) return 'several';
    if (this.#model.schema.classOf(element) !== cls) return 'several';
    const whole = memberPlace(root, root.class, array);
    return memberPlace(root, cls, member, elementPlace(whole, at, true));
  }

  #elements({ target }: Registered, member: MemberSpec): readonly unknown[] {
    if (member.type.of !== 'array' || member.type.element.of !== 'class') return [];
    const value = this.#model.reader.get(target, member);
    return Array.isArray(value) ? value : [];
  }
}
