import type { PathSegments } from '../../src/service/objects/property-ref.js';

/** A path that calls `look` on every access. */
export function countedPath(path: PathSegments, look: () => void): PathSegments {
  return new Proxy(path, {
    get(target, name) {
      look();
      return Reflect.get(target, name);
    },
  });
}
