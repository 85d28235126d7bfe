import { failed } from '../../application-code.js';
import type { HostLog } from '../../host.js';
import type { ExposedModel } from '../../model.js';
import { noBaseline } from '../../objects/property-ref.js';
import type { Captured } from '../../state/defaults.js';
import { parentIndex } from '../../state/tracked-member.js';
import { FileWalk } from '../../types/graph/file-walk.js';
import { isSelfContained } from './self-contained.js';

/**
 * Members that refer to what files cannot name, and objects whose parent is one: it has no source key. A save says so, of
 * each once, and what a user has made of them stays unsaved, since it would be lost with the host.
 */
export class UnsavableReferences {
  readonly #model: ExposedModel;
  readonly #log: Pick<HostLog, 'write'>;
  readonly #known = new WeakMap<object, { readonly unit: Captured; readonly members: ReadonlySet<number> }>();
  readonly #told = new WeakMap<object, Set<number>>();

  constructor(model: ExposedModel, log: Pick<HostLog, 'write'>) {
    this.#model = model;
    this.#log = log;
  }

  /**
   * Looks at an object that is being saved.
   * @param changed the members that the save is about, by index; those that were found before are looked at again
   * @returns those that cannot be kept
   */
  look(target: object, unit: Captured | undefined, changed: Iterable<number>): ReadonlySet<number> {
    const known = this.#known.get(target);
    const of = unit ?? known?.unit;
    if (of === undefined || this.#model.objects.isDestroyed(target)) {
      this.#known.delete(target);
      return none;
    }
    const found = new Map<number, object>();
    for (const index of new Set([...changed, ...(known?.members ?? [])])) {
      const other = index === parentIndex ? this.#namelessParent(of) : this.#namelessIn(of, index);
      if (other !== undefined) found.set(index, other);
    }
    // What is edited in an object that has no key itself is told already.
    if (found.size === 0 || this.#model.objects.fileKey(target) === undefined) {
      this.#known.delete(target);
      return none;
    }
    for (const [index, other] of found) this.#tell(of, index, other);
    const members = new Set(found.keys());
    this.#known.set(target, { unit: of, members });
    return members;
  }

  #namelessParent({ target }: Captured): object | undefined {
    const { defaults, objects } = this.#model;
    const parent = this.#model.parentOfTarget(target);
    if (parent === undefined || parent === defaults.parentOf(target)) return undefined;
    return objects.ofGameObject(parent)?.sourceKey === undefined ? parent : undefined;
  }

  #namelessIn(unit: Captured, index: number): object | undefined {
    const member = unit.class.members[index];
    if (member === undefined || !member.isPersistable || isSelfContained(member.type)) return undefined;
    const value = member.read(unit.target);
    if (value === failed || value === null || value === undefined) return undefined;
    let nameless: object | undefined;
    const walk = new FileWalk(
      () => {},
      (each) => {
        nameless ??= each;
      },
    );
    const began = this.#model.defaults.of(unit)?.[index] ?? noBaseline;
    if (began === noBaseline) walk.whole(member.type, value);
    else walk.delta(member.type, value, began);
    return nameless;
  }

  #tell({ target, class: cls }: Captured, index: number, other: object): void {
    const told = this.#told.get(target) ?? new Set();
    if (told.has(index)) return;
    this.#told.set(target, told.add(index));
    const [object, name] = [this.#nameOf(target), this.#nameOf(other)];
    const where =
      index === parentIndex
        ? `The parent of ${object}`
        : `What ${cls.members[index]!.name} of ${object} refers to`;
    this.#log.write(
      'Warning',
      `${where} cannot be saved: ${name} has no source key. Register ${name}, or the game object that it is on, with a sourceKey`,
    );
  }

  #nameOf(target: object): string {
    const { objects } = this.#model;
    const name = objects.byTarget(target)?.name ?? objects.nameOf(target);
    const cls = objects.classOf(target)?.name;
    return name === undefined ? (cls ?? 'an object') : cls === undefined ? name : `${name} (${cls})`;
  }
}

const none: ReadonlySet<number> = new Set();
