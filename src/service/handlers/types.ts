import type { Handler, Route } from '../http/api.js';
import { type Json, stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';

/** Descriptors of classes and enums for drawing panels (DSC). */
export class TypesHandler implements Handler {
  readonly routes: readonly Route[];

  constructor(model: ExposedModel) {
    this.routes = [
      {
        method: 'GET',
        path: '/exposed/types',
        handle: (request) => {
          const type = request.query('type');
          const cls = type === undefined ? undefined : model.classes.find(type);
          const classes = type === undefined ? model.classes.all() : cls === undefined ? [] : [cls];
          return stringifyJson({ types: classes.map((each) => model.descriptors.class(each) as Json) });
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
