import { type Faults, prototypeOf, replace } from './replace.js';

const compositeType = await prototypeOf('types/composite.js', 'CompositeType');
const textWalk = await prototypeOf('types/graph/text.js', 'TextWalk');

/** How an object is shown. */
interface Shown {
  readonly reference: string | undefined;
  readonly class: { readonly jsonName: string };
}

/** Faults against the fourth law: graphs are cut where they are not to be. */
export const anyGraph: Faults = {
  'shared-objects-are-cut': () => {
    let seen = new Set<unknown>();
    for (const name of ['value', 'members']) {
      replace(
        textWalk,
        name,
        (walk) =>
          function (this: never, ...args: never[]) {
            seen = new Set();
            return walk.apply(this, args as never);
          },
      );
    }
    replace(
      compositeType,
      'shown',
      (shown) =>
        function (this: never, value: never) {
          const shows = shown.call(this, value) as Shown | undefined;
          if (shows === undefined || shows.reference !== undefined) return shows;
          if (!seen.has(value)) {
            seen.add(value);
            return shows;
          }
          return { ...shows, reference: `{"@type":${shows.class.jsonName},"@truncated":true}` };
        },
    );
  },
  'graphs-are-cut-at-256': () => {
    // Which of its arguments is the depth.
    for (const name of ['value', 'members']) {
      replace(
        textWalk,
        name,
        (walk) =>
          function (this: never, ...args: never[]) {
            return walk.apply(this, args.with(2, Math.min(args[2]!, 256) as never) as never);
          },
      );
    }
  },
};
