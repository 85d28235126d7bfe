import type { Choices } from '../choices.js';
import { stringify } from '../model/json.js';
import type { Model } from '../model/model.js';
import type { Registered } from '../model/registry.js';
import type { Bodies } from './bodies.js';
import type { Spelled } from './places.js';
import type { EngineStep } from './step.js';

/** Code of the application writes a place, or takes an object for saved. */
export function engineStep(
  model: Model,
  bodies: Bodies,
  object: Registered,
  { place, url }: Spelled,
  c: Choices,
): EngineStep | undefined {
  const kind = c.weighted([
    [4, 'set'],
    [1, 'clean'],
  ] as const);
  const id = object.id;
  if (kind === 'clean') {
    return {
      text: `service.markClean('${object.name}')`,
      expected: () => {
        model.markClean(object);
        return true;
      },
      perform({ service }) {
        service.markClean(service.objects.resolve(id)!);
        return true;
      },
    };
  }
  // Of read-only members the documents say two things.
  if (place.isReadOnly) return undefined;
  // What setters change in fields is not seen where no remote app asked for it.
  const inner = place.type.of === 'array' ? place.type.element : place.type;
  if (place.hasEffects || inner.of === 'class') return undefined;
  const value = bodies.value(place.type, place.isNullable, place.get(), c);
  return {
    text: `service.property('${object.name}', '${url}').set(${stringify(value)})`,
    expected: () => model.engineSet(place, value),
    perform({ service }) {
      try {
        service.property(service.objects.resolve(id)!, decodeURIComponent(url)).set(value as never);
        return true;
      } catch {
        return false;
      }
    },
  };
}
