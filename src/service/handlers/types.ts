import type { Handler, Route } from '../http/api.js';
import { isJsonObject, type Json, stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { Guard } from '../rights/guard.js';
import type { Guards } from '../rights/guards.js';

/** Descriptors of classes and enums for drawing panels (DSC). */
export class TypesHandler implements Handler {
  readonly routes: readonly Route[];

  constructor(model: ExposedModel, guards: Guards) {
    this.routes = [
      {
        method: 'GET',
        path: '/exposed/types',
        handle: (request) => {
          const type = request.query('type');
          const cls = type === undefined ? undefined : model.classes.find(type);
          const classes = type === undefined ? model.classes.all() : cls === undefined ? [] : [cls];
          const types = classes.map((each) => model.descriptors.class(each) as Json);
          const guard = guards.of(request.access);
          if (guard !== undefined && !guard.readsAll) hideOptions(types, guard);
          return stringifyJson({ types });
        },
      },
      {
        method: 'GET',
        path: '/exposed/enums',
        handle: (request) => {
          const type = request.query('type');
          const enums = model.classes.enums().filter(({ name }) => type === undefined || name === type);
          return stringifyJson({ enums: enums.map((each) => model.descriptors.enum(each) as Json) });
        },
      },
    ];
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
