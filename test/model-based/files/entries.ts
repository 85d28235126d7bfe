import { parseTree } from 'jsonc-parser';
import { classes, classOf, type MemberShape, settingsClasses } from './shapes.js';
import { folder, kinds, livePath } from './world.js';

/** An edit since the last save, and the files that it may change. */
export interface Edit {
  /** The objects whose entries may change; `base` changes the base scene of the file. */
  readonly keys: readonly string[] | 'all' | 'base';
  readonly files: readonly string[];
}

export const settingsPath = (className: string) => `${folder}/Settings/${className}.settings.json`;
export const editOf = (keys: readonly string[]): Edit => ({ keys, files: [livePath] });
export const editOfBase: Edit = { keys: 'base', files: [livePath] };
export const editOfAll: Edit = { keys: 'all', files: [livePath, ...settingsClasses.map(settingsPath)] };

interface Entry {
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
  readonly isComponent: boolean;
  /** False for an entry of an inner composite. */
  readonly isWhole: boolean;
}

/** The entries of a file and the text around them. */
function partsOf(text: string): { head: string; entries: readonly Entry[]; tail: string } {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const properties = parseTree(text.slice(start))?.children ?? [];
  const objects = properties.findLast(({ children }) => children?.[0]?.value === 'objects')?.children?.[1];
  if (objects?.type !== 'array') return { head: '', entries: [], tail: '' };
  const entries = objects.children!.map(({ offset, length }): Entry => {
    const own = text.slice(start + offset, start + offset + length);
    const values = JSON.parse(own) as Record<string, unknown>;
    const source = values['@source'] ?? values['@id'];
    const [, key, component, rest] =
      /^([^.]*)(?:\.components\[([^\]]*)\])?\.?(.*)$/.exec(typeof source === 'string' ? source : '') ?? [];
    const isComponent = kinds[key ?? ''] === 'wrapper' && component !== undefined;
    return { text: own, values, key, isComponent, isWhole: rest === '' };
  });
  const [from, to] = [start + objects.offset, start + objects.offset + objects.length];
  return { head: text.slice(0, from), entries, tail: text.slice(to) };
}

/**
 * Returns a text that a save changed besides the edits, if any.
 * @param mayAdd an edited settings file gets the missing objects of its class
 */
export function changedBeside(
  before: string,
  after: string,
  edits: readonly Edit[],
  mayAdd: boolean,
): string | undefined {
  const [old, now] = [partsOf(before), partsOf(after)];
  const isAll = edits.some(({ keys }) => keys === 'all');
  const isEdited = (key: string) => edits.some(({ keys }) => keys !== 'all' && keys.includes(key));
  const isKept = ({ key = '' }: Entry) => !isEdited(key) && (!isAll || key === 'ghost' || key === '');
  const wanted = old.entries.filter(isKept).map(({ text }) => text);
  const kept = now.entries.filter(isKept).map(({ text }) => text);
  const lost = isAll
    ? wanted.find((each) => !kept.includes(each))
    : wanted.find((each, i) => kept[i] !== each);
  if (lost !== undefined) return lost;
  if (!isAll && !mayAdd && kept.length > wanted.length) return kept.at(-1);
  if (isAll || old.head === '' || edits.some(({ keys }) => keys === 'base')) return undefined;
  return old.head === now.head && old.tail === now.tail ? undefined : `${old.head}…${old.tail}`;
}

/** The texts of entries of unknown objects, or of another type than their object. */
export function pendingEntries(text: string): string[] {
  const pending = partsOf(text).entries.filter((each) => each.key === 'ghost' || !isOfType(each));
  return pending.map((each) => each.text);
}

/** A member of an object or of its component. */
export interface HeldMember {
  readonly key: string;
  readonly isComponent: boolean;
  readonly member: MemberShape;
}

/** The members that a file contains, of known classes. */
export function heldMembers(text: string): HeldMember[] {
  return partsOf(text).entries.flatMap((entry) => {
    const { key = '', isComponent, isWhole, values } = entry;
    const kind = kinds[key];
    if (kind === undefined || !isWhole || !isOfType(entry)) return [];
    const members = classes[classOf(kind, isComponent)]!.filter(
      ({ name, isOfProject }) => Object.hasOwn(values, name) && isOfProject !== true,
    );
    return members.map((member) => ({ key, isComponent, member }));
  });
}

/** Keys of objects whose parent is in the file. */
export function placedKeys(text: string): string[] {
  return partsOf(text).entries.flatMap(({ key = '', isComponent, isWhole, values }) =>
    !isComponent && isWhole && '@parent' in values ? [key] : [],
  );
}

/** The keys of the objects that a file removes. */
export function removedKeys(text: string): string[] {
  return partsOf(text).entries.flatMap(({ key = '', values }) => (values['@op'] === 'removed' ? [key] : []));
}

function isOfType({ key = '', isComponent, isWhole, values: { '@type': type } }: Entry): boolean {
  if (!isWhole || type === undefined) return true;
  return type === classOf(kinds[key] ?? 'component', isComponent);
}

/** The base scene that a live scene names. */
export function baseOf(text: string): unknown {
  return (JSON.parse(text.replace(/^\uFEFF/, '')) as { baseSceneName?: unknown }).baseSceneName;
}
