import type { Choices } from '../choices.js';
import type { Mix } from '../mix.js';
import { stringify } from '../model/json.js';
import type { Model } from '../model/model.js';
import type { Place } from '../model/place.js';
import type { Registered } from '../model/registry.js';
import type { Subject } from '../subject/subject.js';
import { isWritable } from '../table/spec.js';
import type { Bodies } from './bodies.js';
import type { Places, Spelled } from './places.js';
import type { EngineStep } from './step.js';

/** Actions of application code that the service is notified of or notices. */
export class EngineSteps {
  readonly #model: Model;
  readonly #bodies: Bodies;
  readonly #places: Places;
  readonly #mix: Mix;
  readonly #world: World;

  constructor(model: Model, bodies: Bodies, places: Places, mix: Mix) {
    this.#model = model;
    this.#bodies = bodies;
    this.#places = places;
    this.#mix = mix;
    this.#world = {
      target: (object) => object.target,
      create: (name) => new (model.schema.find(name)!.constructorFunction)(),
    };
  }

  /** Undefined if no action is possible. */
  step(object: Registered, spelled: Spelled, c: Choices): EngineStep | undefined {
    const kind = c.among(this.#mix.engine);
    if (kind === 'clean') return this.#clean(object);
    if (kind === 'assign') return this.#assign(spelled.place, c);
    if (kind === 'link') return this.#link(spelled.place, c);
    return this.#set(object, spelled, c);
  }

  #clean(object: Registered): EngineStep {
    return {
      text: `service.markClean('${object.name}')`,
      expected: () => {
        this.#model.edits.markClean(object);
        return true;
      },
      perform({ service }) {
        service.markClean(service.objects.resolve(object.id)!);
        return true;
      },
    };
  }

  #set(object: Registered, { place, url }: Spelled, c: Choices): EngineStep | undefined {
    // The documents contradict each other for read-only members.
    if (place.isReadOnly) return undefined;
    const inner = place.type.of === 'array' ? place.type.element : place.type;
    if (inner.of === 'class' || !isSeen(place)) return undefined;
    // A getter that depends on another object is not observed.
    const getters = place.hasEffects ? this.#model.registry.all : [];
    const value = this.#bodies.value(place.type, place.isNullable, place.get(), c);
    return {
      text: `service.property('${object.name}', '${url}').set(${stringify(value)})`,
      expected: () => this.#model.engineSet(place, value),
      perform({ service }) {
        try {
          service.property(service.objects.resolve(object.id)!, decodeURIComponent(url)).set(value as never);
          return true;
        } catch {
          return false;
        }
      },
      tell({ service }) {
        for (const { id, class: cls } of getters) {
          const { target } = service.objects.resolve(id)!;
          for (const { name, how } of cls.members)
            if (how === 'computed') service.notifyChanged(target, name);
        }
      },
    };
  }

  /** `app.lamp.level = 1`: an accessor reports itself; the application notifies about other members. */
  #assign(place: Place, c: Choices): EngineStep | undefined {
    const { holder, hasEffects, type, isNullable } = place;
    if (holder === undefined || holder.class.spec.via === 'scene' || hasEffects) return undefined;
    const { member } = holder;
    if (!isWritable(member) || type.of === 'class' || type.of === 'array') return undefined;
    const value = this.#model.valueOf(this.#bodies.value(type, isNullable, undefined, c), type, isNullable);
    if (value === undefined) return undefined;
    const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return this.#assignment(place, () => structuredClone(value), shown, c);
  }

  /** Assigns an existing instance or a new one. */
  #link(place: Place, c: Choices): EngineStep | undefined {
    const { holder, type } = place;
    if (holder === undefined || holder.class.spec.via === 'scene' || type.of !== 'class') return undefined;
    if (!isWritable(holder.member)) return undefined;
    const { name } = type;
    const source = this.#places.pick(c.pick(this.#model.registry.all), c)?.place;
    const shared = source?.get();
    const isInstance = typeof shared === 'object' && shared !== null && !Array.isArray(shared);
    const cls = isInstance && source?.type.of === 'class' ? this.#model.schema.classOf(shared) : undefined;
    // Values stored by the service are not shared.
    if (source !== undefined && cls?.isA.has(name) && cls.spec.via !== 'scene') {
      const steps = source.path.split('/');
      const { root } = source;
      return this.#assignment(
        place,
        (world) => reached(world.target(root), steps),
        `${root.name}/${source.path}`,
        c,
      );
    }
    const fresh = this.#model.schema.firstConcrete(name);
    if (fresh === undefined) return undefined;
    return this.#assignment(place, ({ create }) => create(fresh.name), `new ${fresh.name}()`, c);
  }

  #assignment(
    { root, path, holder }: Place,
    make: (world: World) => unknown,
    shown: string,
    c: Choices,
  ): EngineStep | undefined {
    const { class: cls, member } = holder!;
    const reports = member.how === 'accessor' && cls.spec.via === 'decorators';
    const tells = !reports || c.chance(10);
    const steps = path.split('/').slice(0, -1);
    // The notification names the assigned object, because the path may lead to another one afterwards.
    let assigned: object | undefined;
    const set = (world: World) => {
      try {
        return Reflect.set(reached(world.target(root), steps), member.name, make(world));
      } catch {
        return false;
      }
    };
    if (this.#model.growsTooLarge(() => set(this.#world))) return undefined;
    const computed = cls.members.filter((each) => each.how === 'computed');
    const unobserved = [...(tells ? [member] : []), ...computed].map(({ name }) => name);
    const notifications = unobserved.map((name) => `; service.notifyChanged(…, '${name}')`).join('');
    return {
      text: `${root.name}/${path} = ${shown}${notifications}`,
      expected: () => set(this.#world),
      perform(subject) {
        const world = worldOf(subject);
        assigned = reached(world.target(root), steps);
        return set(world);
      },
      tell({ service }) {
        for (const name of unobserved) service.notifyChanged(assigned!, name);
      },
    };
  }
}

/** Field changes by setters are observed only for remote writes; decorated accessors report themselves. */
function isSeen({ holder, hasEffects }: Place): boolean {
  if (!hasEffects) return true;
  const { member, class: cls } = holder!;
  const set = member.setter!.effects.map((effect) => 'member' in effect && effect.member);
  return (
    cls.spec.via === 'decorators' &&
    set.every((name) => cls.members.some((each) => each.name === name && each.how === 'accessor'))
  );
}

/** The application on one of both sides. */
interface World {
  target(object: Registered): object;
  create(className: string): object;
}

function worldOf({ service, classes }: Subject): World {
  return {
    target: (object) => service.objects.resolve(object.id)!.target,
    create: (name) => new classes[name]!(),
  };
}

function reached(target: object, steps: readonly string[]): object {
  return steps.reduce((at, step) => Reflect.get(at, step) as object, target);
}
