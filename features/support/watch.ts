import type { Json } from '../../conformance/client/index.js';
import { show } from './match.js';
import type { HostWorld } from './world.js';

/** How often a host is looked at before it is worked with, and how long apart where its time goes by itself, in milliseconds. */
const looks = 10;
const apartMs = 150;
/** Of hosts of our own, whose moving parts move with every frame. */
const looksAtOwn = 3;
const apartOwnMs = 40;

const known = new Map<string, Promise<ReadonlySet<string>>>();

/** Members that change though nobody writes them, as `<source key or id>/<member>`; a host is watched once. */
export async function movingMembers(world: HostWorld): Promise<(object: Json, member: string) => boolean> {
  const { baseUrl } = world.parameters;
  const { objects = [] } = (await world.http.request('GET', '/exposed/objects')).json ?? {};
  const ids = objects.map((object: Json) => object['@id']);
  const key = baseUrl === undefined ? 'our own' : `${baseUrl} ${ids}`;
  let moving = known.get(key);
  if (moving === undefined) {
    moving = watch(world, baseUrl === undefined ? looksAtOwn : looks);
    known.set(key, moving);
  }
  const found = await moving;
  return (object, member) => found.has(placeOf(object, member));
}

async function watch(world: HostWorld, times: number): Promise<ReadonlySet<string>> {
  const moving = new Set<string>();
  let before: ReadonlyMap<string, string> | undefined;
  for (let i = 0; i < times; i++) {
    const { json } = await world.http.request('GET', '/exposed/objects?nested');
    const now = membersOf(json?.objects ?? []);
    for (const [place, value] of now)
      if (before?.has(place) && before.get(place) !== value) moving.add(place);
    before = now;
    await pass(world);
  }
  return moving;
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
    for (const [name, value] of Object.entries(object)) all.set(placeOf(object, name), show(value as Json));
  return all;
}

/** Ids are new in each host of our own, source keys are not. */
function placeOf(object: Json, member: string): string {
  return `${object['@source'] ?? object['@id']}/${member}`;
}
