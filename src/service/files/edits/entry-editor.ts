import { failed } from '../../common/application-code.js';
import { isJsonObject, type Json } from '../../common/json.js';
import { notCaptured } from '../../objects/property-ref.js';
import { CompositeSnapshot } from '../../types/graph/composite-snapshot.js';
import { type CompositeKind, isArray, isComposite, isNullable } from '../../types/graph/kinds.js';
import { isObjectList } from '../../types/graph/list-diff.js';
import { type Type, unknownJson } from '../../types/type.js';
import { ValueMemberType } from '../../types/value.js';
import type { Edit } from '../document/text-edits.js';
import type { MovedElements } from '../pending/pending-references.js';
import { earlierOfMember } from './earlier-json.js';
import { EntryRemovals, type Removable } from './entry-removals.js';
import {
  type EntryValue,
  isDecided,
  isOwnAncestor,
  type JsonContainer,
  namesInFile,
  selectInside,
  selectPathsInside,
  selectPendingInside,
} from './entry-value.js';
import { EntryValueWriter } from './entry-value-writer.js';
import { ArrayElements, dropReset } from './lists/array-elements.js';
import type { Slot } from './lists/array-of-file.js';
import { ListEditor } from './lists/list-editor.js';
import { mergePending, type RewrittenList } from './lists/merge-pending.js';
import { editParts, type PartEdits } from './vector-parts.js';

/**
 * Computes the edits of one entry after which it describes the present values. JSON of unchanged values is not
 * examined and stays unchanged, including other number formats, clamped values and unknown members (LSC-17).
 */
export class EntryEditor {
  readonly #writer: EntryValueWriter;
  readonly #removals = new EntryRemovals();
  /** Values still to visit; functions create those of elements, of which there may be many. */
  readonly #toVisit: (EntryValue | (() => EntryValue))[] = [];
  readonly #values: Edit[] = [];
  readonly #arrays: ListEditor[] = [];
  /** Lists that were rewritten as a whole, with the new paths of their pending references. */
  readonly rewritten: RewrittenList[] = [];

  readonly #partEdits: PartEdits = {
    remove: (part) => this.remove(part),
    set: (part, value) => this.#set(part, value),
  };

  /** `onLimit` is called once if a value is too large to be written completely. */
  constructor(onLimit: () => void = () => {}) {
    this.#writer = new EntryValueWriter(onLimit);
  }

  /** Adds a value to the entry, visiting all values inside it. */
  add(value: EntryValue): void {
    this.#toVisit.push(value);
    for (let each = this.#toVisit.pop(); each !== undefined; each = this.#toVisit.pop())
      this.#visit(typeof each === 'function' ? each() : each);
  }

  /** Removes a member of an object of the entry. */
  remove(value: Removable): void {
    this.#removals.add(value);
  }

  /** The edits, in the order in which they must be made. */
  get edits(): Edit[] {
    return [
      ...this.#values,
      ...this.#removals.edits(),
      ...this.#arrays.toSorted((a, b) => b.path.length - a.path.length).flatMap((each) => each.edits),
    ];
  }

  /** The new indexes of array elements. */
  get moved(): MovedElements[] {
    return this.#arrays.map(({ path, moved }) => ({ array: path, moved }));
  }

  /** Edits one value. Pending, otherwise described, reset and unchanged values are handled before any type. */
  #visit(value: EntryValue): void {
    const { type, now, marks, pending, describedElsewhere, held } = value;
    if (now === failed) return;
    if (pending.some(({ path }) => path.length === 0)) return;
    if (describedElsewhere.some((path) => path.length === 0)) {
      // A member that was reset must not be set here again.
      for (const { path, kind } of marks) if (kind === 'reset') this.#removals.addAt(value, path);
      return;
    }
    const own = marks.find(({ path }) => path.length === 0);
    if (own?.kind === 'reset' && value.container !== undefined) {
      if (held !== undefined) this.remove(value);
      return;
    }
    const isWholeDecided = own?.kind === 'decided';
    const hasDifference = () => this.#differs(value);
    if (marks.length === 0 && !hasDifference()) return;
    if (isNullable(type)) {
      const isNull = (each: unknown) => each === null || each === undefined;
      const stays = !isNull(now) && !isNull(value.before);
      if (stays) this.#toVisit.push({ ...value, type: type.inner });
      else if (isWholeDecided || hasDifference()) return this.#write(value);
      return;
    }
    if (isArray(type)) {
      // Several entries have the list, so this one gets all of it.
      if (value.earlier.length > 0 && isObjectList(type)) return this.#write(value);
      // Other entries describe some elements; this entry describes the rest.
      const list = held === undefined && describedElsewhere.length > 0 ? [] : held;
      if (Array.isArray(list) && !isWholeDecided) return this.#array(value, list, type.element);
      return isWholeDecided || hasDifference() ? this.#write(value) : undefined;
    }
    // An object inside itself is not written again.
    if (isComposite(type) && isOwnAncestor(value)) return;
    const isWrittenByMembers = !isWholeDecided || value.earlier.length > 0;
    if (isComposite(type) && isWrittenByMembers && this.#composite(value, type)) return;
    if (type instanceof ValueMemberType && editParts(value, type.valueType, this.#partEdits)) return;
    return isWholeDecided || hasDifference() ? this.#write(value) : undefined;
  }

  #differs({ type, now, before }: EntryValue): boolean {
    return before === notCaptured || !type.same(now, before);
  }

  /** Visits the members of an inline object in the entry; false if it must be written as a whole. */
  #composite(value: EntryValue, type: CompositeKind): boolean {
    const { now, before, entryPath, marks, pending, earlier, describedElsewhere, isEdited } = value;
    const hasOtherEntries = earlier.length > 0 || describedElsewhere.length > 0;
    const held = value.held === undefined && hasOtherEntries ? {} : value.held;
    const target = type.living(now);
    const cls = target && type.classOfInline(target);
    const isSame = cls !== undefined && before instanceof CompositeSnapshot && before.class === cls;
    if (!isSame || cls.isEngineClass || !isJsonObject(held) || Object.hasOwn(held, '@ref')) return false;
    const container: JsonContainer = { held, entryPath, outer: value.container };
    const ofDefault = value.default instanceof CompositeSnapshot && value.default.class === cls;
    const whole = marks.find(({ path }) => path.length === 0);
    const names = namesInFile(held, (name) => cls.member(name));
    for (const member of cls.members) {
      if (!member.isPersistable) continue;
      const name = names.get(member);
      this.#toVisit.push({
        type: member.type,
        held: name === undefined ? undefined : held[name],
        entryPath: [...entryPath, name ?? member.name],
        before: before.of(member),
        now: member.read(target!),
        default: ofDefault ? (value.default as CompositeSnapshot).of(member) : notCaptured,
        marks: whole === undefined ? selectInside(marks, member.name) : [whole],
        pending: name === undefined ? [] : selectPendingInside(pending, name),
        earlier: earlierOfMember(earlier, member, cls),
        describedElsewhere: selectPathsInside(describedElsewhere, member.name),
        isEdited,
        container,
        within: { target: target!, outer: value.within },
      });
    }
    return true;
  }

  #array(value: EntryValue, held: readonly Json[], element: Type): void {
    const elements = new ArrayElements(value, held, element, this.#writer);
    const { isList } = elements;
    const visit = (slot: Slot) => void this.#toVisit.push(() => elements.entryValue(slot));
    const edits = new ListEditor(elements.array);
    if (!isList || !edits.isKnown) {
      const isAnyDecided = value.marks.flatMap(dropReset).some(({ kind }) => kind === 'decided');
      if (isAnyDecided || this.#differs(value)) this.#write(value);
      return;
    }
    edits.run(visit, (slot) => elements.added(slot));
    if (edits.isImpossible) this.#write(value);
    else this.#arrays.push(edits);
  }

  /** Writes a value as a whole. */
  #write(value: EntryValue): void {
    const json = this.#writer.whole(value);
    if (json !== undefined) {
      const { lines, rewritten } = mergePending(value, json);
      this.rewritten.push(...rewritten);
      this.#set(value, lines);
    }
    // A reference to a destroyed object cannot be written. It stays, so that it can resolve again, or becomes null
    // if a user set it.
    else if (value.held !== undefined && (isDecided(value) || isRetargeted(value))) this.#set(value, null);
  }

  #set({ entryPath, container, held }: EntryValue, value: Json): void {
    if (value === unknownJson) return;
    this.#removals.touch(container);
    if (isJsonObject(held) && isJsonObject(value)) {
      // Only the target of a reference changes; other members of its JSON stay.
      if (Object.hasOwn(held, '@ref') && Object.hasOwn(value, '@ref')) {
        this.#values.push({ kind: 'set', path: [...entryPath, '@ref'], value: value['@ref']! });
        return;
      }
      if (held['@op'] === 'new' && value['@op'] === undefined) {
        this.#values.push({ kind: 'set', path: entryPath, value: { '@op': 'new', ...value } });
        return;
      }
    }
    this.#values.push({ kind: 'set', path: entryPath, value });
  }
}

/** True if a user has changed what a reference refers to. */
function isRetargeted({ type, now, before, isEdited }: EntryValue): boolean {
  const kind = isNullable(type) ? type.inner : type;
  if (!isEdited || !isComposite(kind) || !kind.isReference) return false;
  return now !== (before instanceof CompositeSnapshot ? before.origin : before);
}
