import type { MixName } from '../mix.js';
import { allOrNothing } from './all-or-nothing.js';
import { anyGraph } from './any-graph.js';
import { neverStale } from './never-stale.js';
import { outside } from './outside.js';
import type { Faults } from './replace.js';
import { unsaved } from './unsaved.js';

/** Old faults of the service, each put back from outside: the oracle must find every one of them. */
export const faults: Faults = { ...neverStale, ...allOrNothing, ...outside, ...anyGraph, ...unsaved };

/** Of faults that show in few runs: the kind of runs that is to find them. */
export const kinds: Readonly<Record<string, MixName>> = {
  'kept-text-outlives-registrations': 'references',
  'static-accessors-are-not-observed': 'statics',
  'functions-are-not-observed': 'functions',
  'await-ends-what-is-noted': 'functions',
  'the-caller-is-lost-after-an-await': 'functions',
  'what-setters-do-besides-is-not-undone': 'undone',
  'failing-assignment-is-not-undone': 'throwing',
  'nothing-is-undone': 'throwing',
  'refused-requests-send-events': 'throwing',
  'a-failing-getter-costs-its-object': 'touchy',
  'graphs-are-cut-at-256': 'chains',
  'shared-objects-are-cut': 'graphs',
  'inline-objects-have-one-owner': 'graphs',
  'a-key-keeps-its-index': 'kept',
  'the-last-of-equal-keys-counts': 'keyed',
  'default-by-index-not-by-key': 'keyed',
};
