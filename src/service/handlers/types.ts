import type { Guard } from '../authorization/guard.js';
import type { Guards } from '../authorization/guards.js';
import { isJsonObject, type Json, stringifyJson } from '../common/json.js';
import type { ApiRequest, HandlerResponse, Route } from '../http/api.js';
import { gzipFor } from '../http/responses/gzip.js';
import type { ExposedModel } from '../model/model.js';

/** Descriptors of classes and enums, from which apps build panels (DSC). */
export function typeRoutes(model: ExposedModel, guards: Guards): Route[] {
  const types = new DescriptionCache(model);
  const enums = new DescriptionCache(model);
  const describeTypes = (request: ApiRequest): HandlerResponse => {
    const type = request.query('type');
    const cls = type === undefined ? undefined : model.classes.find(type);
    const classes = () => (type === undefined ? model.classes.all() : cls === undefined ? [] : [cls]);
    const describe = () => classes().map((each) => model.descriptors.class(each) as Json);
    const guard = guards.of(request.access);
    if (guard === undefined || guard.canReadAll)
      return gzipFor(request, {
        body: types.get(cls?.name ?? type, () => stringifyJson({ types: describe() })),
      });
    const visible = describe();
    hideOptions(visible, guard);
    return gzipFor(request, stringifyJson({ types: visible }));
  };
  const describeEnums = (request: ApiRequest): HandlerResponse => {
    const type = request.query('type');
    const chosen = () => model.classes.enums().filter(({ name }) => type === undefined || name === type);
    const describe = () => chosen().map((each) => model.descriptors.enum(each) as Json);
    return { body: enums.get(type, () => stringifyJson({ enums: describe() })) };
  };
  // The caller's identity does not matter here, apart from the rights that were checked before.
  const ignoresCaller = true;
  return [
    { method: 'GET', path: '/exposed/types', handle: describeTypes, ignoresCaller },
    { method: 'GET', path: '/exposed/enums', handle: describeEnums, ignoresCaller },
  ];
}

/** Maximum number of cached descriptions; clients may ask for any name. */
const maxCached = 256;

/**
 * Caches descriptions as bytes for one version of the registry, which changes with definitions, registrations, names and
 * the language. Descriptions contain objects in the options of selectors.
 */
class DescriptionCache {
  readonly #model: ExposedModel;
  readonly #cache = new Map<string | undefined, Buffer>();
  #version = -1;

  constructor(model: ExposedModel) {
    this.#model = model;
  }

  /** Returns the cached bytes, or those of `make` if the registry has changed; without a name they cover everything. */
  get(name: string | undefined, make: () => string): Buffer {
    const { objects, classes } = this.#model;
    const { version } = objects;
    const cached = this.#version === version ? this.#cache.get(name) : undefined;
    if (cached !== undefined) return cached;
    const bytes = Buffer.from(make());
    // Reading names may run application code, and a class with a problem may become usable later.
    if (objects.version !== version || classes.problems().size > 0) return bytes;
    if (this.#version !== version || this.#cache.size >= maxCached) this.#cache.clear();
    this.#version = version;
    this.#cache.set(name, bytes);
    return bytes;
  }
}

/** Removes the objects that a caller may not read from the options of object selectors. */
function hideOptions(json: Json, guard: Guard): void {
  if (Array.isArray(json)) for (const item of json) hideOptions(item, guard);
  if (!isJsonObject(json)) return;
  if (json.type === 'ObjectSelector' && Array.isArray(json.options)) {
    json.options = json.options.filter((option) => {
      const handle = isJsonObject(option) ? guard.model.objects.resolve(String(option.id)) : undefined;
      return handle !== undefined && guard.canRead(handle);
    });
  }
  for (const value of Object.values(json)) hideOptions(value, guard);
}
