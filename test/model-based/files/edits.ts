import { classes, classOf, type MemberShape, settingsClasses } from './shapes.js';
import { gapsOf, type Region, type Span, scan, withGaps } from './spans.js';
import { folder, kinds, livePath } from './world.js';

/** Edits of the scene since the last save that a file must contain. */
export type Edit =
  | {
      readonly how: 'set' | 'reset' | 'append' | 'remove' | 'reorder';
      readonly key: string;
      readonly isComponent: boolean;
      /** Members and indexes, relative to the object or its component. */
      readonly path: readonly string[];
      readonly isOfProject: boolean;
      readonly className: string;
    }
  | { readonly how: 'parent'; readonly key: string }
  | { readonly how: 'objects'; readonly keys: readonly string[] }
  /** Another base scene is loaded. */
  | { readonly how: 'base' }
  | { readonly how: 'everything' };

type MemberEdit = Extract<Edit, { path: readonly string[] }>;

/** An entry of a file and its target. */
interface Entry {
  readonly span: Span;
  readonly index: number;
  readonly key: string;
  readonly isComponent: boolean;
  /** For an entry of an inner composite: its path. */
  readonly rest: readonly string[];
  readonly type: string | undefined;
}

/** The parts of a file that an edit may change. */
export class FileRegions {
  readonly #root: Span;
  readonly #objects: Span | undefined;
  readonly #entries: readonly Entry[];
  readonly #text: string;

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The texts of entries of unknown objects. */
  get foreign(): readonly string[] {
    const foreign = this.#entries.filter(({ key }) => key === 'ghost');
    return foreign.map(({ span }) => this.#text.slice(span.start, span.end));
  }

  /** The texts of entries whose type matches neither the object of their key nor a value inside it. */
  get pending(): readonly string[] {
    const pending = this.#entries.filter((each) => each.rest.length === 0 && !isOfType(each));
    return pending.map(({ span }) => this.#text.slice(span.start, span.end));
  }

  constructor(text: string) {
    this.#text = text;
    this.#root = scan(text);
    this.#objects = lastMember(this.#root, 'objects');
    this.#entries = (this.#objects?.items ?? []).flatMap((span, index) => this.#entry(span, index));
  }

  /** Alternatives: the edit must change the parts of exactly one of them. */
  of(edit: Edit): readonly (readonly Region[])[] {
    if (edit.how === 'everything') return [[[0, this.#text.length]]];
    if (edit.how === 'base') {
      const held = lastMember(this.#root, 'baseSceneName');
      return [held === undefined ? gapsOf(this.#root) : [[held.start, held.end]]];
    }
    if (edit.how === 'objects') {
      const own = this.#entries.filter(({ key }) => edit.keys.includes(key));
      return [[...own.map(({ index }) => withGaps(this.#objects!, index)), ...this.#newEntry()]];
    }
    if (edit.how === 'parent') {
      const own = this.#entries.filter(
        (each) => each.key === edit.key && !each.isComponent && each.rest.length === 0 && isOfType(each),
      );
      if (own.length === 0) return [this.#newEntry()];
      return [own.flatMap((entry) => this.#memberRegions(entry, '@parent'))];
    }
    return this.#ofMember(edit);
  }

  #ofMember(edit: MemberEdit): readonly (readonly Region[])[] {
    const own = this.#entries.filter(
      ({ key, isComponent, span }) =>
        key === edit.key && isComponent === edit.isComponent && span.kind === 'object',
    );
    const alive = own.filter((each) => isOfType(each) && isPrefix(each.rest, edit.path));
    const inside = own.filter(
      (each) => each.rest.length > edit.path.length && isPrefix(edit.path, each.rest),
    );
    const whole = inside.map(({ index }) => withGaps(this.#objects!, index));
    // An entry of an inner composite contains all of it.
    const holding = alive.filter(
      ({ span, rest }) => rest.length > 0 || lastMember(span, edit.path[rest.length] ?? '') !== undefined,
    );
    const entries = holding.length > 0 ? holding : alive;
    const odd = entries.length === 0 || entries.every(({ rest }) => rest.length > 0) ? this.#newEntry() : [];
    if (entries.length === 0) return [[...odd, ...whole]];
    const alternatives = entries.map((entry) => this.#inEntry(entry, edit));
    if (alternatives.length === 1) return alternatives[0]!.map((regions) => [...regions, ...whole, ...odd]);
    return [[...alternatives.flat(2), ...whole, ...odd]];
  }

  /** Alternatives within one entry. */
  #inEntry(entry: Entry, edit: MemberEdit): Region[][] {
    const path = edit.path.slice(entry.rest.length);
    let at = entry.span;
    const above: { span: Span; name: string }[] = [];
    for (const [depth, step] of path.entries()) {
      // A list for an object is invalid, so it is replaced as a whole.
      if (at.kind === 'array' && !/^\d+$/.test(step)) return [[[at.start, at.end]]];
      if (at.kind === 'array') return this.#inArray(at, path.slice(depth), edit, above, entry);
      // An object for a list is invalid too.
      if (at.kind !== 'object' || /^\d+$/.test(step)) return [[[at.start, at.end]]];
      const held = lastMember(at, step);
      if (held === undefined) return [edit.how === 'reset' ? [] : gapsOf(at)];
      above.push({ span: at, name: step });
      at = held;
    }
    if (edit.how === 'reset') return [this.#removal(above, entry)];
    if (edit.how === 'set') return [[[at.start, at.end]]];
    return this.#inArray(at, [], edit, above, entry);
  }

  /** A change of an array or inside one of its elements. */
  #inArray(
    array: Span,
    rest: readonly string[],
    edit: MemberEdit,
    above: readonly { span: Span; name: string }[],
    entry: Entry,
  ): Region[][] {
    const all: Region = [array.start, array.end];
    if (array.kind !== 'array' || edit.how === 'reorder') return [[all]];
    const end = gapsOf(array).at(-1)!;
    if (edit.how === 'append') return [[end]];
    const emptied = edit.how === 'reset' || edit.how === 'remove' ? [this.#removal(above, entry)] : [];
    const inner = rest.slice(1);
    const each = array.items.map((item, i): Region[] => {
      if (inner.length === 0 || edit.how === 'remove' || edit.how === 'reset') return [withGaps(array, i)];
      let at = item;
      for (const step of inner) {
        if (at.kind !== 'object') return [[at.start, at.end]];
        const held = lastMember(at, step);
        if (held === undefined) return gapsOf(at);
        at = held;
      }
      return [[at.start, at.end]];
    });
    // Elements of the defaults that the file does not mention are inserted before those it adds.
    return [...each, gapsOf(array), ...emptied];
  }

  /** Removes a member and any parent that becomes empty. */
  #removal(above: readonly { span: Span; name: string }[], entry: Entry): Region[] {
    for (const { span, name } of [...above].reverse()) {
      const isAlone = span.members.every(
        (each) => each.name === name || ['@type', '@source'].includes(each.name),
      );
      if (isAlone) continue;
      return span.members.flatMap((each, i) => (each.name === name ? [withGaps(span, i)] : []));
    }
    return [withGaps(this.#objects!, entry.index)];
  }

  #memberRegions(entry: Entry, name: string): Region[] {
    const { span } = entry;
    const index = span.members.findLastIndex((each) => each.name === name);
    return index < 0 ? gapsOf(span) : this.#removal([{ span, name }], entry);
  }

  /** Entries of objects with several reset members, which may become empty. */
  emptied(edits: readonly Edit[]): readonly Region[] {
    const resets = edits.flatMap((edit) => (edit.how === 'reset' ? [edit] : []));
    return this.#entries.flatMap(({ key, isComponent, rest, index }) => {
      const own = resets.filter(
        (edit) => edit.key === key && edit.isComponent === isComponent && isPrefix(rest, edit.path),
      );
      return own.length > 1 ? [withGaps(this.#objects!, index)] : [];
    });
  }

  /** Where new objects are inserted. */
  get added(): readonly Region[] {
    return this.#newEntry();
  }

  #newEntry(): Region[] {
    if (this.#objects === undefined) return gapsOf(this.#root);
    return this.#objects.kind === 'array'
      ? gapsOf(this.#objects)
      : [[this.#objects.start, this.#objects.end]];
  }

  #entry(span: Span, index: number): Entry[] {
    const text = (name: string) => {
      const value = lastMember(span, name);
      return value?.kind === 'string'
        ? (JSON.parse(this.#text.slice(value.start, value.end)) as string)
        : undefined;
    };
    const source = text('@source') ?? text('@id');
    if (source === undefined) return [];
    const [, key = '', component, rest = ''] =
      /^([^.]*)(?:\.components\[([^\]]*)\])?\.?(.*)$/.exec(source) ?? [];
    const isComponent = kinds[key] === 'wrapper' && component !== undefined;
    return [{ span, index, key, isComponent, rest: rest === '' ? [] : rest.split('.'), type: text('@type') }];
  }
}

/** A member of an object or of its component. */
export interface HeldMember {
  readonly key: string;
  readonly isComponent: boolean;
  readonly member: MemberShape;
}

/** The members that a file contains, of known classes. */
export function heldMembers(text: string): HeldMember[] {
  return new FileRegions(text).entries.flatMap((entry) => {
    const { span, key, isComponent, rest } = entry;
    const kind = kinds[key];
    if (kind === undefined || rest.length > 0 || !isOfType(entry)) return [];
    const known = classes[classOf(kind, isComponent)]!;
    return span.members.flatMap(({ name }) => {
      const member = known.find((each) => each.name === name && each.isOfProject !== true);
      return member === undefined ? [] : [{ key, isComponent, member }];
    });
  });
}

/** Keys whose parent is in the file. */
export function placedKeys(text: string): string[] {
  return new FileRegions(text).entries.flatMap(({ span, key, isComponent, rest }) =>
    !isComponent && rest.length === 0 && lastMember(span, '@parent') !== undefined ? [key] : [],
  );
}

/** The keys of the objects that a file removes. */
export function removedKeys(text: string): string[] {
  return new FileRegions(text).entries.flatMap(({ span, key }) => {
    const op = lastMember(span, '@op');
    return op !== undefined && text.slice(op.start, op.end) === '"removed"' ? [key] : [];
  });
}

/** The leaf values of a file by object and path; array elements are identified by their array. */
export function leavesOf(text: string): Map<string, number> {
  const leaves = new Map<string, number>();
  const add = (path: readonly string[]) => {
    const leaf = path.join('/');
    leaves.set(leaf, (leaves.get(leaf) ?? 0) + 1);
  };
  const walk = (span: Span, path: readonly string[]): void => {
    if (span.kind === 'array') for (const item of span.items) walk(item, path);
    else if (span.kind === 'object' && span.members.length > 0)
      for (const { name, value } of span.members) walk(value, [...path, name]);
    else add(path);
  };
  for (const { span, key, isComponent, rest } of new FileRegions(text).entries)
    for (const { name, value } of span.members) walk(value, [placeOf(key, isComponent), ...rest, name]);
  return leaves;
}

/** Leaf values that were added to a file without an edit. */
export function addedBeside(before: string, after: string, edits: readonly Edit[]): string[] {
  const old = leavesOf(before);
  const known = new Set([...old.keys()].map((leaf) => leaf.split('/')[0]));
  const added = [...leavesOf(after)].flatMap(([leaf, count]) => (count > (old.get(leaf) ?? 0) ? [leaf] : []));
  // A former null is written whole with its type, even if a request sets only one member.
  const whole = added.flatMap((leaf) => /^(.+\/)@type$/.exec(leaf)?.[1] ?? []);
  const isOfWhole = (edit: Edit, leaf: string) =>
    'path' in edit &&
    whole.some(
      (place) =>
        leaf.startsWith(place) &&
        `${[placeOf(edit.key, edit.isComponent), ...membersAlone(edit.path)].join('/')}/`.startsWith(place),
    );
  return added.filter(
    (leaf) => !edits.some((edit) => isOf(edit, leaf.split('/'), known) || isOfWhole(edit, leaf)),
  );
}

function isOf(edit: Edit, leaf: readonly string[], known: ReadonlySet<string | undefined>): boolean {
  if (edit.how === 'everything') return true;
  const [place, ...path] = leaf;
  if (edit.how === 'objects') return edit.keys.some((key) => place === key || place === placeOf(key, true));
  const isAddress = path.length === 1 && ['@source', '@type', '@op', '@id', '@prefab'].includes(path[0]!);
  if (edit.how === 'base') return false;
  if (edit.how === 'parent') return place === edit.key && (isAddress || path[0] === '@parent');
  if (place !== placeOf(edit.key, edit.isComponent)) return false;
  // An object that is missing in a settings file is added whole.
  if (isAddress || (edit.isOfProject && !known.has(place))) return true;
  const of = membersAlone(edit.path);
  const at = path.filter((step, i) => i < path.length - 1 || !step.startsWith('@'));
  return at.every((step, i) => i >= of.length || step === of[i]);
}

/** The path without the indexes of elements. */
function membersAlone(path: readonly string[]): string[] {
  return path.filter((step) => !/^\d+$/.test(step));
}

function placeOf(key: string, isComponent: boolean): string {
  return isComponent ? `${key}#` : key;
}

/** The files that an edit may change. */
export function filesOf(edit: Edit): string[] {
  const settings = (of: string) => `${folder}/Settings/${of}.settings.json`;
  if (edit.how === 'everything') return [livePath, ...settingsClasses.map(settings)];
  if (!('path' in edit)) return [livePath];
  return [edit.isOfProject ? settings(edit.className) : livePath];
}

function isOfType({ key, isComponent, rest, type }: Entry): boolean {
  if (rest.length > 0 || type === undefined) return true;
  const kind = kinds[key];
  if (kind === 'plain') return type === 'Model.Desk';
  if (kind === 'fan') return type === 'Model.Fan';
  return type === (kind === 'wrapper' && !isComponent ? 'GameObjectWithTransform' : 'Model.Rig');
}

function lastMember({ members }: Span, name: string): Span | undefined {
  return members.findLast((each) => each.name === name)?.value;
}

function isPrefix(start: readonly string[], of: readonly string[]): boolean {
  return start.length <= of.length && start.every((step, i) => step === of[i]);
}
