import type { Guard } from '../authorization/guard.js';
import type { Guards } from '../authorization/guards.js';
import type { Handler, Route } from '../http/api.js';
import { gzipFor } from '../http/responses/gzip.js';
import { isJsonObject, type Json, stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';

/** Descriptors of classes and enums for drawing panels (DSC). */
export class TypesHandler implements Handler {
  readonly routes: readonly Route[];

  constructor(model: ExposedModel, guards: Guards) {
    const types = new KeptDescriptions(model);
    const enums = new KeptDescriptions(model);
    // Who reads is no matter here, but for the rights that are asked for before.
    const ignoresCaller = true;
    this.routes = [
      {
        method: 'GET',
        path: '/exposed/types',
        ignoresCaller,
        handle: (request) => {
          const type = request.query('type');
          const cls = type === undefined ? undefined : model.classes.find(type);
          const classes = () => (type === undefined ? model.classes.all() : cls === undefined ? [] : [cls]);
          const describe = () => classes().map((each) => model.descriptors.class(each) as Json);
          const guard = guards.of(request.access);
          if (guard === undefined || guard.readsAll)
            return gzipFor(request, {
              body: types.of(cls?.name ?? type, () => stringifyJson({ types: describe() })),
            });
          const visible = describe();
          hideOptions(visible, guard);
          return gzipFor(request, stringifyJson({ types: visible }));
        },
      },
      {
        method: 'GET',
        path: '/exposed/enums',
        ignoresCaller,
        handle: (request) => {
          const type = request.query('type');
          const chosen = () =>
            model.classes.enums().filter(({ name }) => type === undefined || name === type);
          const describe = () => chosen().map((each) => model.descriptors.enum(each) as Json);
          return { body: enums.of(type, () => stringifyJson({ enums: describe() })) };
        },
      },
    ];
  }
}

/** So many of them are kept: there are as many as classes, and whatever clients ask for. */
const mostKept = 256;

/**
 * Descriptions as bytes. They show classes, and in the options of selectors objects: they are good for one version of the
 * registry, which moves with definitions, registrations, names and the language.
 */
class KeptDescriptions {
  readonly #model: ExposedModel;
  readonly #kept = new Map<string | undefined, Buffer>();
  #version = -1;

  constructor(model: ExposedModel) {
    this.#model = model;
  }

  /** What `make` gives, made anew when it may be something else by now; without a name it is of all. */
  of(name: string | undefined, make: () => string): Buffer {
    const { objects, classes } = this.#model;
    const { version } = objects;
    const kept = this.#version === version ? this.#kept.get(name) : undefined;
    if (kept !== undefined) return kept;
    const bytes = Buffer.from(make());
    // To ask for names may run the application's code; and what cannot be linked yet may be later.
    if (objects.version !== version || classes.problems().size > 0) return bytes;
    if (this.#version !== version || this.#kept.size >= mostKept) this.#kept.clear();
    this.#version = version;
    this.#kept.set(name, bytes);
    return bytes;
  }
}

/** Takes the objects that a caller may not see out of the options of object selectors. */
function hideOptions(json: Json, guard: Guard): void {
  if (Array.isArray(json)) for (const item of json) hideOptions(item, guard);
  if (!isJsonObject(json)) return;
  if (json.type === 'ObjectSelector' && Array.isArray(json.options)) {
    json.options = json.options.filter((option) => {
      const handle = isJsonObject(option) ? guard.model.objects.resolve(String(option.id)) : undefined;
      return handle !== undefined && guard.reads(handle);
    });
  }
  for (const value of Object.values(json)) hideOptions(value, guard);
}
