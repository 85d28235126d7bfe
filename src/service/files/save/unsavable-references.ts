import { failed } from '../../common/application-code.js';
import type { HostLog } from '../../host.js';
import type { ExposedModel } from '../../model/model.js';
import { type MemberOwner, notCaptured } from '../../objects/property-ref.js';
import { parentIndex } from '../../state/tracked-member.js';
import { FileJsonWriter } from '../../types/graph/file-json-writer.js';
import { isLeaf } from '../../types/graph/kinds.js';

/**
 * Finds members and parents that refer to an object without a source key, which files cannot name.
 * Logs each once per member; the edits stay unsaved, since they would be lost with the host.
 */
export class UnsavableReferences {
  readonly #model: ExposedModel;
  readonly #log: Pick<HostLog, 'write'>;
  readonly #known = new WeakMap<
    object,
    { readonly owner: MemberOwner; readonly members: ReadonlySet<number> }
  >();
  readonly #logged = new WeakMap<object, Set<number>>();

  constructor(model: ExposedModel, log: Pick<HostLog, 'write'>) {
    this.#model = model;
    this.#log = log;
  }

  /**
   * Examines an object that is being saved.
   * @param changed indexes of the members being saved; members found before are examined again
   * @returns the members that cannot be saved
   */
  findUnsavable(
    target: object,
    present: MemberOwner | undefined,
    changed: Iterable<number>,
  ): ReadonlySet<number> {
    const known = this.#known.get(target);
    const owner = present ?? known?.owner;
    if (owner === undefined || this.#model.objects.isDestroyed(target)) {
      this.#known.delete(target);
      return none;
    }
    const found = new Map<number, object>();
    for (const index of new Set([...changed, ...(known?.members ?? [])])) {
      const other = index === parentIndex ? this.#keylessParent(owner) : this.#keylessIn(owner, index);
      if (other !== undefined) found.set(index, other);
    }
    // Edits in an object without a key are already reported.
    if (found.size === 0 || this.#model.objects.fileKey(target) === undefined) {
      this.#known.delete(target);
      return none;
    }
    for (const [index, other] of found) this.#warn(owner, index, other);
    const members = new Set(found.keys());
    this.#known.set(target, { owner, members });
    return members;
  }

  #keylessParent({ target }: MemberOwner): object | undefined {
    const { defaults, objects } = this.#model;
    const parent = this.#model.parentOfTarget(target);
    if (parent === undefined || parent === defaults.parentOf(target)) return undefined;
    return objects.ofGameObject(parent)?.sourceKey === undefined ? parent : undefined;
  }

  #keylessIn(owner: MemberOwner, index: number): object | undefined {
    const member = owner.class.members[index];
    if (member === undefined || !member.isPersistable || isLeaf(member.type)) return undefined;
    const value = member.read(owner.target);
    if (value === failed || value === null || value === undefined) return undefined;
    let keyless: object | undefined;
    const walk = new FileJsonWriter(
      () => {},
      (each) => {
        keyless ??= each;
      },
    );
    const initial = this.#model.defaults.of(owner)?.[index] ?? notCaptured;
    if (initial === notCaptured) walk.whole(member.type, value);
    else walk.delta(member.type, value, initial);
    return keyless;
  }

  #warn({ target, class: cls }: MemberOwner, index: number, other: object): void {
    const logged = this.#logged.get(target) ?? new Set();
    if (logged.has(index)) return;
    this.#logged.set(target, logged.add(index));
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
