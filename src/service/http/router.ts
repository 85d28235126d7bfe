import { checkChoice } from '../classes/nearest.js';
import { describePath } from '../describe-path.js';
import { valueText } from '../exception-text.js';
import { ownText } from '../own-text.js';
import type { Method, Route } from './api.js';
import { ApiError } from './errors.js';
import { decoded, decodeRoute, inAnyEncoding, tailBelow } from './route-path.js';

/** What a path leads to. */
export interface RouteMatch {
  readonly route: Route;
  readonly id: string;
  readonly rest: string;
  /** What its handler has found there. */
  found: unknown;
  /** The text that was read there last; its bytes once it was read twice. */
  read: { readonly text: string; bytes: Uint8Array | undefined } | undefined;
}

/** What a path has led to. */
interface Known {
  readonly method: string;
  readonly path: string;
  readonly match: RouteMatch;
}

/** The routes below one literal prefix, by what follows the id. */
interface Family {
  /** `/{id}` */
  readonly object: Map<Method, Route>;
  /** `/{id}/{path}` */
  readonly property: Map<Method, Route>;
  /** `/{id}/{path}/suffix` */
  readonly suffixed: { readonly suffix: RegExp; readonly method: Method; readonly route: Route }[];
}

/** So many paths are remembered, and none that is longer: nearly every request asks for what was asked for before. */
const mostKnown = 4096;
const longestKnown = 256;

/** A power of two. */
const mostNear = 256;

/** Three bytes, each percent-encoded. */
const mostPerCharacter = 9;

const pattern = /^(\/|(?:\/[^/{]+)+)(\/\{id\}(\/\{path\}(\/[^/{]+)?)?)?$/;

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

/** Refuses what plain JavaScript may give as a route of the application's own. @throws Error that names the route */
export function checkRoute(route: Route): void {
  if (typeof route?.path !== 'string')
    throw new Error(`addHandler: a route needs a path, such as '/studio/lamps', got ${valueText(route)}`);
  const where = `addHandler: ${route.path}`;
  if (route.method === undefined) throw new Error(`${where}: method must be one of ${methods.join(', ')}`);
  checkChoice(`${where}: method`, route.method, methods);
  if (typeof route.handle !== 'function')
    throw new Error(
      `${where}: handle must be a function that answers requests, got ${valueText(route.handle)}`,
    );
}

/**
 * Finds routes by one table look-up on the literal part of the path, which matches without regard to case and percent
 * encoding (PTH-10); what follows keeps its case. Routes are added at the start and not changed afterwards.
 */
export class Router {
  readonly #literal = new Map<string, Map<Method, Route>>();
  /** A path of more characters is none of them, however it is encoded. */
  #longestLiteral = 0;
  readonly #families: { readonly prefix: string; readonly family: Family }[] = [];
  /** What paths have led to, by method. */
  readonly #known = new Map<string, Map<string, Known>>();
  /** Some of them at places that a few characters of the path tell: for the table all of a path that has just come are hashed. */
  readonly #near: (Known | undefined)[] = new Array(mostNear).fill(undefined);

  /** @throws Error for a path that is no route pattern, or a route that exists. */
  add(route: Route): void {
    this.#known.clear();
    this.#near.fill(undefined);
    const match = pattern.exec(route.path);
    if (match === null) throw new Error(`Route ${route.path} is not of a form that the router knows`);
    const [, literal, id, path, suffix] = match;
    const key = literal!.toLowerCase();
    if (id === undefined) {
      this.#longestLiteral = Math.max(this.#longestLiteral, mostPerCharacter * (key.length + 1));
      return put(mapAt(this.#literal, key), route);
    }
    const family = this.#family(`${key}/`);
    if (path === undefined) put(family.object, route);
    else if (suffix === undefined) put(family.property, route);
    else family.suffixed.push({ suffix: inAnyEncoding(suffix), method: route.method, route });
  }

  /** All routes, for the description of the API. */
  *all(): Generator<Route> {
    for (const routes of this.#literal.values()) yield* routes.values();
    for (const { family } of this.#families) {
      yield* family.object.values();
      yield* family.property.values();
      for (const { route } of family.suffixed) yield route;
    }
  }

  /** Another router with the same routes, but for `others` in the place of those of the same method and path. */
  with(others: readonly Route[]): Router {
    const router = new Router();
    for (const route of this.all()) {
      const other = others.find(({ method, path }) => method === route.method && path === route.path);
      router.add(other ?? route);
    }
    return router;
  }

  /** True where no token is needed. */
  isPublic(method: string, path: string): boolean {
    return this.#literalAt(path)?.get(method as Method)?.isPublic === true;
  }

  /** The path of the route as it was declared; undefined when there is none. */
  patternOf(method: string, path: string): string | undefined {
    try {
      return this.find(method, path).route.path;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /**
   * The route for a method and a raw path.
   * @throws ApiError `not-found`, `method-not-allowed`, or `invalid-request` for a malformed percent escape.
   */
  find(method: string, path: string): RouteMatch {
    if (path.length > longestKnown) return this.#search(method, path);
    const place = placeOf(path);
    const near = this.#near[place];
    if (near !== undefined && near.path === path && near.method === method) return near.match;
    const known = this.#known.get(method)?.get(path) ?? this.#know(method, ownText(path));
    this.#near[place] = known;
    return known.match;
  }

  #know(method: string, path: string): Known {
    const known = { method, path, match: this.#search(method, path) };
    // Only methods of routes come this far, of which there are few.
    const paths = mapAt(this.#known, method);
    if (paths.size >= mostKnown) paths.clear();
    paths.set(path, known);
    return known;
  }

  #search(method: string, path: string): RouteMatch {
    const literal = this.#literalAt(path);
    if (literal !== undefined) return matchOf(pick(literal, method, path));
    for (const { prefix, family } of this.#families) {
      const tail = tailBelow(prefix, path);
      if (tail !== undefined) return findInFamily(family, method, path, tail);
    }
    if (decodeRoute(path) === undefined) throw malformedEscape(path);
    throw new ApiError('not-found', describePath(path));
  }

  #literalAt(path: string): ReadonlyMap<Method, Route> | undefined {
    if (path.length > this.#longestLiteral) return undefined;
    const known = this.#literal.get(path) ?? this.#literal.get(withoutSlash(path.toLowerCase()));
    if (known !== undefined || !path.includes('%')) return known;
    const decoded = decodeRoute(path);
    return decoded === undefined ? undefined : this.#literal.get(withoutSlash(decoded));
  }

  #family(prefix: string): Family {
    let entry = this.#families.find((other) => other.prefix === prefix);
    if (entry === undefined) {
      entry = { prefix, family: { object: new Map(), property: new Map(), suffixed: [] } };
      this.#families.push(entry);
    }
    return entry.family;
  }
}

/** Ids hold no slash: one that is encoded ends them as well, in a path that a client has encoded as a whole. */
const idEnd = /\/|%2F/i;

function findInFamily(family: Family, method: string, path: string, tail: string): RouteMatch {
  const slash = idEnd.exec(tail);
  const id = decoded(slash === null ? tail : tail.slice(0, slash.index));
  if (id === undefined) throw malformedEscape(path);
  const rest = slash === null ? '' : withoutSlash(tail.slice(slash.index + slash[0].length));
  if (rest === '') return matchOf(pick(family.object, method, path), id);
  for (const { suffix, method: wanted, route } of family.suffixed) {
    const found = wanted === method ? suffix.exec(rest) : null;
    if (found !== null && found.index > 0) return matchOf(route, id, rest.slice(0, found.index));
  }
  return matchOf(pick(family.property, method, path), id, rest);
}

/** All are of one shape, whatever will be found there. */
function matchOf(route: Route, id = '', rest = ''): RouteMatch {
  return { route, id, rest, found: undefined, read: undefined };
}

function malformedEscape(path: string): ApiError {
  return new ApiError('invalid-request', `a percent escape in ${describePath(path)} is malformed`);
}

function pick(routes: ReadonlyMap<Method, Route>, method: string, path: string): Route {
  const route = routes.get(method as Method);
  if (route !== undefined) return route;
  if (routes.size === 0) throw new ApiError('not-found', describePath(path));
  throw new ApiError('method-not-allowed', `${method} ${describePath(path)}`, [
    ['Allow', [...routes.keys(), 'OPTIONS'].join(', ')],
  ]);
}

function put(routes: Map<Method, Route>, route: Route): void {
  if (routes.has(route.method)) throw new Error(`Route ${route.method} ${route.path} is declared twice`);
  routes.set(route.method, route);
}

/** Told by every third character of a path. */
function placeOf(path: string): number {
  let hash = path.length;
  for (let i = path.length - 1; i >= 0; i -= 3) hash = (31 * hash + path.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 12)) & (mostNear - 1);
}

function mapAt<K, V>(map: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let inner = map.get(key);
  if (inner === undefined) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
