import { checkChoice } from '../common/check-options.js';
import { describePath } from '../common/describe-path.js';
import { detachText } from '../common/detach-text.js';
import { valueText } from '../common/exception-text.js';
import type { Method, Route } from './api.js';
import { ApiError } from './errors.js';
import { decodeRoute, decodeSegment, tailAfter } from './route-path.js';

/** The route that a path matches. One instance is cached per path. */
export interface RouteMatch {
  readonly route: Route;
  readonly id: string;
  readonly rest: string;
  /** The value that the handler cached for this path. */
  found: unknown;
  /** The last response text; its bytes once the same text was read twice. */
  cachedText: { readonly text: string; bytes: Uint8Array | undefined } | undefined;
}

interface CachedMatch {
  readonly method: string;
  readonly path: string;
  readonly match: RouteMatch;
}

/** The routes with the same literal prefix, by what follows the id. */
interface Family {
  /** `/{id}` */
  readonly object: Map<Method, Route>;
  /** `/{id}/{path}` */
  readonly property: Map<Method, Route>;
  /** `/{id}/{path}/suffix` */
  readonly suffixed: { readonly suffix: string; readonly route: Route }[];
}

/** Maximum number of cached paths per method, and maximum characters of a cached path. */
const maxCachedPaths = 4096;
const maxCachedPathChars = 256;

/** Number of slots of the direct-mapped cache; a power of two. */
const slotCount = 256;

const pattern = /^(\/|(?:\/[^/{]+)+)(\/\{id\}(\/\{path\}(\/[^/{]+)?)?)?$/;

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

/** Checks a route of the application, for plain JavaScript. @throws Error that names the route */
export function requireValidRoute(route: Route): void {
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
 * Finds routes by one look-up of the literal part of the path, case-insensitive and in any percent encoding (PTH-10).
 * The rest of the path keeps its case. Adding a route clears the caches.
 */
export class Router {
  readonly #literal = new Map<string, Map<Method, Route>>();
  readonly #families: { readonly prefix: string; readonly family: Family }[] = [];
  /** Cached matches by method and path. */
  readonly #cache = new Map<string, Map<string, CachedMatch>>();
  /**
   * Direct-mapped cache in front of it: its hash uses every third character, while the map hashes the whole new string.
   */
  readonly #slots: (CachedMatch | undefined)[] = new Array(slotCount).fill(undefined);

  /** @throws Error if the path is not a valid pattern or the route exists already */
  add(route: Route): void {
    this.#cache.clear();
    this.#slots.fill(undefined);
    const match = pattern.exec(route.path);
    if (match === null)
      throw new Error(
        `Route ${route.path}: a path must be words, such as /studio/lights, maybe followed by /{id} or /{id}/{path}`,
      );
    const [, literal, id, path, suffix] = match;
    const key = literal!.toLowerCase();
    if (id === undefined) return put(mapAt(this.#literal, key), route);
    const family = this.#family(`${key}/`);
    if (path === undefined) put(family.object, route);
    else if (suffix === undefined) put(family.property, route);
    else family.suffixed.push({ suffix: suffix.toLowerCase(), route });
  }

  /** Returns all routes, to check the API description. */
  *all(): Generator<Route> {
    for (const routes of this.#literal.values()) yield* routes.values();
    for (const { family } of this.#families) {
      yield* family.object.values();
      yield* family.property.values();
      for (const { route } of family.suffixed) yield route;
    }
  }

  /** True if the route needs no token. */
  isPublic(method: string, path: string): boolean {
    return this.#literalAt(path)?.get(method as Method)?.isPublic === true;
  }

  /** Returns the declared path of the route; undefined if there is none. */
  patternOf(method: string, path: string): string | undefined {
    try {
      return this.find(method, path).route.path;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /**
   * Returns the route for a method and a raw path.
   * @throws ApiError `not-found`, `method-not-allowed`, or `invalid-request` for a malformed percent escape
   */
  find(method: string, path: string): RouteMatch {
    if (path.length > maxCachedPathChars) return this.#search(method, path);
    const slot = slotOf(path);
    const cached = this.#slots[slot];
    if (cached !== undefined && cached.path === path && cached.method === method) return cached.match;
    const found = this.#cache.get(method)?.get(path) ?? this.#addToCache(method, detachText(path));
    this.#slots[slot] = found;
    return found.match;
  }

  #addToCache(method: string, path: string): CachedMatch {
    const entry = { method, path, match: this.#search(method, path) };
    // Only methods of existing routes get here, which are few.
    const paths = mapAt(this.#cache, method);
    if (paths.size >= maxCachedPaths) paths.clear();
    paths.set(path, entry);
    return entry;
  }

  #search(method: string, path: string): RouteMatch {
    const literal = this.#literalAt(path);
    if (literal !== undefined) return matchOf(pick(literal, method, path));
    for (const { prefix, family } of this.#families) {
      const tail = tailAfter(prefix, path);
      if (tail !== undefined) return findInFamily(family, method, path, tail);
    }
    if (decodeRoute(path) === undefined) throw malformedEscape(path);
    throw new ApiError('not-found', describePath(path));
  }

  #literalAt(path: string): ReadonlyMap<Method, Route> | undefined {
    const routes = this.#literal.get(path) ?? this.#literal.get(withoutSlash(path.toLowerCase()));
    if (routes !== undefined || !path.includes('%')) return routes;
    const decodedPath = decodeRoute(path);
    return decodedPath === undefined ? undefined : this.#literal.get(withoutSlash(decodedPath));
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

/** Ends an id. An encoded slash counts too, because clients may encode a whole path. */
const idEnd = /\/|%2F/i;
/** The last segment of a path with the slash before it. */
const lastSegment = /(?:\/|%2F)(?:(?!%2F)[^/])*$/i;

function findInFamily(family: Family, method: string, path: string, tail: string): RouteMatch {
  const slash = idEnd.exec(tail);
  const id = decodeSegment(slash === null ? tail : tail.slice(0, slash.index));
  if (id === undefined) throw malformedEscape(path);
  const rest = slash === null ? '' : withoutSlash(tail.slice(slash.index + slash[0].length));
  if (rest === '') return matchOf(pick(family.object, method, path), id);
  const { index: end = 0, 0: last = '' } = lastSegment.exec(rest) ?? {};
  const suffix = end > 0 ? decodeSegment(last)?.toLowerCase() : undefined;
  const suffixed = family.suffixed.find((each) => each.suffix === suffix && each.route.method === method);
  if (suffixed !== undefined) return matchOf(suffixed.route, id, rest.slice(0, end));
  return matchOf(pick(family.property, method, path), id, rest);
}

/** Creates a match; all have one shape, so that the engine can optimize access to them. */
function matchOf(route: Route, id = '', rest = ''): RouteMatch {
  return { route, id, rest, found: undefined, cachedText: undefined };
}

function malformedEscape(path: string): ApiError {
  return new ApiError('invalid-request', `a percent escape in ${describePath(path)} is malformed`);
}

function pick(routes: ReadonlyMap<Method, Route>, method: string, path: string): Route {
  const route = routes.get(method as Method);
  if (route !== undefined) return route;
  if (routes.size === 0) throw new ApiError('not-found', describePath(path));
  const known = [...routes.keys()];
  throw new ApiError('method-not-allowed', `${method} ${describePath(path)}; send ${known.join(' or ')}`, [
    ['Allow', [...known, 'OPTIONS'].join(', ')],
  ]);
}

function put(routes: Map<Method, Route>, route: Route): void {
  if (routes.has(route.method)) throw new Error(`Route ${route.method} ${route.path} is declared twice`);
  routes.set(route.method, route);
}

/** Returns the cache slot of a path, from every third character. */
function slotOf(path: string): number {
  let hash = path.length;
  for (let i = path.length - 1; i >= 0; i -= 3) hash = (31 * hash + path.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 12)) & (slotCount - 1);
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
