import type { Steps } from '../../src/service/objects/property-ref.js';

/** It tells of each time that anybody looks at a path. */
export function countedPath(path: Steps, look: () => void): Steps {
  return new Proxy(path, {
    get(target, name) {
      look();
      return Reflect.get(target, name);
    },
  });
}
