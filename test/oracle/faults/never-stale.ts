import { Changes } from '../../../dist/service/access/changes.js';
import { KeptTexts } from '../../../dist/service/access/kept-texts.js';
import { ElementKeys } from '../../../dist/service/objects/element-keys.js';
import { noBaseline, type PropertyRef } from '../../../dist/service/objects/property-ref.js';
import { type Faults, type Method, prototypeOf, replace } from './replace.js';

const elementRef = await prototypeOf('objects/element-ref.js', 'ElementRef');
const inlineOwners = await prototypeOf('access/inline-owners.js', 'InlineOwners');
const unseenMembers = await prototypeOf('access/unseen.js', 'UnseenMembers');

/** Faults against the first law: what a read or an event tells is not what there is. */
export const neverStale: Faults = {
  'kept-text-is-not-compared': () =>
    replace(
      KeptTexts.prototype,
      'member',
      () =>
        ((handle: Kept, member: { index: number }, _value: unknown, version: number) => {
          const kept = handle.kept?.members[member.index];
          return kept?.version === version ? kept.text : undefined;
        }) as Method,
    ),
  'kept-text-is-not-forgotten': () => replace(KeptTexts.prototype, 'forget', () => () => undefined),
  'kept-text-outlives-registrations': () => {
    // Which of its arguments is the version.
    const methods = { member: 3, keepMember: 3, object: 1, keepObject: 1 };
    for (const [name, at] of Object.entries(methods)) {
      replace(
        KeptTexts.prototype,
        name,
        (original) =>
          function (this: never, ...args: never[]) {
            return original.apply(this, args.with(at, 0 as never) as never);
          },
      );
    }
  },
  'functions-are-not-observed': () =>
    replace(
      Changes.prototype,
      'observing',
      () => ((_origin: unknown, action: () => unknown) => action()) as Method,
    ),
  'await-ends-what-is-noted': () =>
    replace(Changes.prototype, 'until', () => ((result: unknown) => result) as Method),
  'getters-are-not-compared': () =>
    replace(
      unseenMembers,
      'look',
      (look) =>
        function (this: never, objects: never, scope: never) {
          return scope === 'computed' ? new Map() : look.call(this, objects, scope);
        },
    ),
  'static-accessors-are-not-observed': () => accessorsAreNotSeen((target) => typeof target === 'function'),
  'inline-objects-have-one-owner': () =>
    replace(
      inlineOwners,
      'find',
      (find) =>
        function* (this: never, wanted: never) {
          for (const place of find.call(this, wanted) as Iterable<unknown>) {
            yield place;
            return;
          }
        },
    ),
  'a-key-keeps-its-index': () =>
    replace(ElementKeys.prototype, 'finder', () => () => ({ find: (_: unknown, last: number) => last })),
  'the-last-of-equal-keys-counts': () =>
    replace(
      ElementKeys.prototype,
      'find',
      () =>
        function (this: ElementKeys, items: readonly unknown[], text: string) {
          return items.findLastIndex((item) => this.of(item) === text);
        } as Method,
    ),
  'default-by-index-not-by-key': () =>
    replace(
      elementRef,
      'baseline',
      () =>
        function (this: Element, members: readonly unknown[]) {
          const array = this.array.baseline(members);
          return Array.isArray(array) && this.index() in array ? array[this.index()] : noBaseline;
        } as Method,
    ),
};

interface Element {
  readonly array: PropertyRef;
  index(): number;
}

interface Kept {
  readonly kept?: { readonly members: readonly ({ text: string; version: number } | undefined)[] };
}

function accessorsAreNotSeen(when: (target: unknown) => boolean): void {
  replace(
    Changes.prototype,
    'accessorWasSet',
    (wasSet) =>
      function (this: never, target: never, ...rest: never[]) {
        return when(target) ? undefined : wasSet.call(this, target, ...(rest as []));
      } as Method,
  );
}
