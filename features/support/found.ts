import type { Json } from '../../conformance/client/index.js';
import type { HostWorld } from './world.js';

/** The findings of a scenario about its host. */
export interface Found {
  objects: Json[];
  types: Json[];
}

export const found = new WeakMap<HostWorld, Found>();

export function finding(world: HostWorld): Found {
  const known = found.get(world);
  if (known === undefined) throw new Error('begin with "Given the host" and "it has objects"');
  return known;
}
