import type { PathSegments } from '../../src/service/objects/property-ref.js';

/** It tells of each time that anybody looks at a path. */
export function countedPath(path: PathSegments, look: () => void): PathSegments {
  return new Proxy(path, {
    get(target, name) {
      look();
      return Reflect.get(target, name);
    },
  });
}
