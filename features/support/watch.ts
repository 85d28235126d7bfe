import type { Json } from '../../conformance/client/index.js';
import { show } from './match.js';
import type { HostWorld } from './world.js';

/** Number of reads of a host before its scenarios, and the milliseconds between them with a real clock. */
const looks = 10;
const apartMs = 150;
/** For hosts of the suite, whose moving parts change in every frame. */
const looksAtOwn = 3;
const apartOwnMs = 40;

/** Observations of a host while no scenario writes. */
interface Seen {
  /** Members that changed, as `<source key or id>/<member>`. */
  readonly moving: ReadonlySet<string>;
  /** Ids of the objects that were present all the time. */
  readonly staying: ReadonlySet<string>;
}

const known = new Map<string, Promise<Seen>>();

/** Members that change by themselves, and all members of temporary objects; each host is watched once. */
export async function movingMembers(world: HostWorld): Promise<(object: Json, member: string) => boolean> {
  const { moving } = await observations(world);
  const stays = await stayingObjects(world);
  return (object, member) => !stays(object) || moving.has(pathOf(object, member));
}

/** Returns a test for permanent objects, because applications create and remove some. */
export async function stayingObjects(world: HostWorld): Promise<(object: Json) => boolean> {
  const { staying } = await observations(world);
  // In hosts of the suite every object is permanent but has another id in each host.
  return (object) => world.parameters.baseUrl === undefined || staying.has(object['@id']);
}

async function observations(world: HostWorld): Promise<Seen> {
  const key = world.parameters.baseUrl ?? 'our own';
  const before = await known.get(key);
  if (before !== undefined && (key === 'our own' || (await arePresent(world, before.staying)))) return before;
  const watched = watch(world, key === 'our own' ? looksAtOwn : looks);
  known.set(key, watched);
  return watched;
}

/** A restarted host or one with another scene has other objects. */
async function arePresent(world: HostWorld, staying: ReadonlySet<string>): Promise<boolean> {
  const ids = new Set((await objectsOf(world, '')).map((object) => object['@id']));
  return [...staying].every((id) => ids.has(id)) && (staying.size > 0 || ids.size === 0);
}

async function objectsOf(world: HostWorld, query: string): Promise<Json[]> {
  const { json } = await world.http.request('GET', `/exposed/objects${query}`);
  return json?.objects ?? [];
}

async function watch(world: HostWorld, times: number): Promise<Seen> {
  const moving = new Set<string>();
  let staying: ReadonlySet<string> | undefined;
  let before: ReadonlyMap<string, string> | undefined;
  for (let i = 0; i < times; i++) {
    const nested = await objectsOf(world, '?nested');
    // A host without queries still lists its objects.
    const objects = nested.length > 0 ? nested : await objectsOf(world, '');
    const ids = new Set<string>(objects.map((object) => object['@id']));
    staying = staying === undefined ? ids : new Set([...staying].filter((id) => ids.has(id)));
    const now = membersOf(objects);
    for (const [place, value] of now)
      if (before?.has(place) && before.get(place) !== value) moving.add(place);
    before = now;
    await pass(world);
  }
  return { moving, staying: staying ?? new Set() };
}

async function pass(world: HostWorld): Promise<void> {
  const isStepped =
    world.host.controlUrl !== undefined &&
    (await world.host.controlRequest('clock.step', { frames: 5 })).status === 200;
  const ms = world.parameters.baseUrl === undefined ? apartOwnMs : apartMs;
  if (!isStepped) await new Promise((resolve) => setTimeout(resolve, ms));
}

function membersOf(objects: readonly Json[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) all.set(pathOf(object, name), show(value as Json));
  return all;
}

/** Ids differ between hosts of the suite, source keys do not. */
function pathOf(object: Json, member: string): string {
  return `${object['@source'] ?? object['@id']}/${member}`;
}
