// Ways to break a running service from outside of its code.
import { ExposedError } from '../../dist/service/exposed-error.js';
import { Router } from '../../dist/service/http/router.js';
import { diskFiles } from '../../dist/service/persistence/disk/disk-files.js';

/** Puts `make(original)` in place of a method. @throws Error where there is none: nothing would be broken */
export function replace(prototype, name, make) {
  if (typeof prototype[name] !== 'function')
    throw new Error(`${prototype.constructor.name} has no method ${name}`);
  prototype[name] = make(prototype[name]);
}

/** Runs every request of a route through `around(handle, request)`. */
export function aroundRoute(method, path, around) {
  replace(
    Router.prototype,
    'find',
    (find) =>
      function (verb, url) {
        const match = find.call(this, verb, url);
        if (match.route.path !== path || match.route.method !== method) return match;
        const route = { ...match.route, handle: (request) => around((r) => match.route.handle(r), request) };
        return { ...match, route };
      },
  );
}

/** Changes the JSON that a route answers. */
export function changeAnswer(method, path, change) {
  aroundRoute(method, path, (handle, request) => {
    const answer = handle(request);
    const changed = (text) => {
      const json = JSON.parse(text);
      return JSON.stringify(change(json, request) ?? json);
    };
    const apply = (each) =>
      typeof each === 'string' ? changed(each) : { ...each, body: changed(textOf(each.body)) };
    return answer instanceof Promise ? answer.then(apply) : apply(answer);
  });
}

/** Answers with success where the model has refused with `code`. */
export function forgive(method, path, code, body) {
  aroundRoute(method, path, (handle, request) => {
    try {
      return handle(request);
    } catch (error) {
      if (error instanceof ExposedError && error.code === code) return body;
      throw error;
    }
  });
}

/** Changes the text of every file that is written. */
export function changeFiles(change) {
  replace(
    diskFiles,
    'write',
    (write) => (path, content) => write.call(diskFiles, path, change(textOf(content), path)),
  );
}

/** Of what is in one piece, as a text or as bytes, or comes in several. */
function textOf(content) {
  const isWhole = typeof content === 'string' || content instanceof Uint8Array;
  const pieces = isWhole ? [content] : [...content];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString();
}

/** Walks through JSON and lets `visit` replace objects. */
export function mapObjects(json, visit) {
  if (Array.isArray(json)) return json.map((each) => mapObjects(each, visit));
  if (json === null || typeof json !== 'object') return json;
  const mapped = Object.fromEntries(
    Object.entries(json).map(([name, each]) => [name, mapObjects(each, visit)]),
  );
  return visit(mapped) ?? mapped;
}
