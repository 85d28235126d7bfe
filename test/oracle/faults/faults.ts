import { allOrNothing } from './all-or-nothing.js';
import { anyGraph } from './any-graph.js';
import { neverStale } from './never-stale.js';
import { outside } from './outside.js';
import type { Faults } from './replace.js';
import { unsaved } from './unsaved.js';

/** Old faults of the service, each put back from outside: the oracle must find every one of them. */
export const faults: Faults = { ...neverStale, ...allOrNothing, ...outside, ...anyGraph, ...unsaved };
