import type { Choices } from '../choices.js';
import type { Mix } from '../mix.js';
import { stringify } from '../model/json.js';
import type { Model } from '../model/model.js';
import type { Place } from '../model/place.js';
import type { Registered } from '../model/registry.js';
import { isWritable } from '../table/spec.js';
import type { Bodies } from './bodies.js';
import type { Spelled } from './places.js';
import type { EngineStep } from './step.js';

/** What code of the application does by itself, and the service is told of or notices. */
export class EngineSteps {
  readonly #model: Model;
  readonly #bodies: Bodies;
  readonly #mix: Mix;

  constructor(model: Model, bodies: Bodies, mix: Mix) {
    this.#model = model;
    this.#bodies = bodies;
    this.#mix = mix;
  }

  /** Undefined where there is nothing to be done. */
  step(object: Registered, spelled: Spelled, c: Choices): EngineStep | undefined {
    const kind = c.weighted(this.#mix.engine);
    if (kind === 'clean') return this.#clean(object);
    if (kind === 'assign') return this.#assign(spelled.place, c);
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
    // Of read-only members the documents say two things.
    if (place.isReadOnly) return undefined;
    // What setters change in fields is not seen where no remote app asked for it.
    const inner = place.type.of === 'array' ? place.type.element : place.type;
    if (place.hasEffects || inner.of === 'class') return undefined;
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
    };
  }

  /** `app.lamp.level = 1`: an accessor reports itself, and of others the application tells. */
  #assign({ root, path, holder, hasEffects, type, isNullable }: Place, c: Choices): EngineStep | undefined {
    if (holder === undefined || holder.class.spec.via === 'scene' || hasEffects) return undefined;
    const { member } = holder;
    if (!isWritable(member) || type.of === 'class' || type.of === 'array') return undefined;
    const value = this.#model.valueOf(this.#bodies.value(type, isNullable, undefined, c), type);
    if (value === undefined) return undefined;
    const reports = member.how === 'accessor' && holder.class.spec.via === 'decorators';
    const tells = !reports || c.chance(10);
    const steps = path.split('/').slice(0, -1);
    const set = (target: object) => {
      try {
        return Reflect.set(target, member.name, structuredClone(value));
      } catch {
        return false;
      }
    };
    const computed = holder.class.members.filter((each) => each.how === 'computed');
    const unseen = [...(tells ? [member] : []), ...computed].map(({ name }) => name);
    const told = unseen.map((name) => `; service.notifyChanged(…, '${name}')`).join('');
    const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return {
      text: `${root.name}/${path} = ${shown}${told}`,
      expected: () => set(reached(root.target, steps)),
      perform({ service }) {
        return set(reached(service.objects.resolve(root.id)!.target, steps));
      },
      tell({ service }) {
        const target = reached(service.objects.resolve(root.id)!.target, steps);
        for (const name of unseen) service.notifyChanged(target, name);
      },
    };
  }
}

function reached(target: object, steps: readonly string[]): object {
  return steps.reduce((at, step) => Reflect.get(at, step) as object, target);
}
