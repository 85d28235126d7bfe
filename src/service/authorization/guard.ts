import { ExposedError } from '../common/exposed-error.js';
import { ApiError } from '../http/errors.js';
import type { Access, RightSubject, Rule } from '../http/security/access.js';
import { isAllowed } from '../http/security/authorize.js';
import type { ExposedModel } from '../model/model.js';
import { ElementRef } from '../objects/element-ref.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { Viewer } from '../objects/path-resolver.js';
import type { PropertyRef } from '../objects/property-ref.js';

/** Decides what one access may do with objects, members and functions. Used by handlers and the event stream. */
export class Guard implements Viewer {
  /** Distinguishes the guards of different accesses. */
  readonly key: string;
  readonly model: ExposedModel;
  readonly access: Access;

  constructor(model: ExposedModel, access: Access, key: string) {
    this.model = model;
    this.access = access;
    this.key = key;
  }

  /** True if the caller may read everything, so responses need no redaction. */
  get canReadAll(): boolean {
    return this.access.read === true;
  }

  /** True if an object is readable. An object wrapped for a request is not, since no rule can know its path. */
  canRead(handle: ExposedObjectHandle): boolean {
    return this.canReadAll || (handle.isRegistered && this.#ask(this.access.read, handle, ''));
  }

  /** `members` are the member names on the path, such as `lens/focalLength`; those above must have been checked. */
  canReadMember(handle: ExposedObjectHandle, members: string): boolean {
    return this.canReadAll || this.#ask(this.access.read, handle, members);
  }

  /** True if a readable member is writable. */
  canWriteMember(handle: ExposedObjectHandle, members: string): boolean {
    return this.#ask(this.access.write, handle, members);
  }

  /** True if a property on a path may be read; those above must have been checked. */
  canReadProperty(ref: PropertyRef): boolean {
    if (this.canReadAll) return true;
    if (!this.canRead(ref.handle) || !this.canReadMember(ref.handle, ref.memberPath)) return false;
    return !(ref instanceof ElementRef && ref.isByKey) || this.canReadKeyOf(ref);
  }

  /** Returns a readable object. @throws ExposedError `object-not-found` if it does not exist or is hidden */
  object(id: string): ExposedObjectHandle {
    const handle = this.model.objects.required(id);
    if (!this.canRead(handle)) throw new ExposedError('object-not-found', id);
    return handle;
  }

  /** Returns a readable property. @throws ExposedError as if a hidden one did not exist */
  property(id: string, path: string): PropertyRef {
    return this.model.resolver.property(this.object(id), path, true, this);
  }

  /** @throws ApiError `not-permitted` */
  requireWrite(handle: ExposedObjectHandle, members: string): void {
    if (!this.canWriteMember(handle, members)) throw notPermitted(`write of ${pathFor(handle, members)}`);
  }

  /** @throws ApiError `not-permitted` */
  requireCall(handle: ExposedObjectHandle, members: string): void {
    if (!this.#ask(this.access.call, handle, members))
      throw notPermitted(`call of ${pathFor(handle, members)}`);
  }

  /** True if the caller may read a source key in a file, which need not belong to an object. */
  readsKey(sourceKey: string, type: string): boolean {
    return isAllowed(this.access.read, sourceKey, { object: undefined, type });
  }

  #ask(rule: Rule | undefined, handle: ExposedObjectHandle, members: string): boolean {
    if (typeof rule !== 'function') return rule === true;
    const subject: RightSubject = { object: handle.target, type: handle.class.name };
    return isAllowed(rule, pathFor(handle, members), subject);
  }

  /** True if the key of an element may be read. The key of a registered object is checked as that object's member. */
  canReadKeyOf(ref: ElementRef): boolean {
    const item = ref.get();
    if (item === null || typeof item !== 'object') return true;
    const { objects } = this.model;
    const key = objects.classOf(item)?.keyMember?.name;
    const handle = objects.byTarget(item);
    if (handle !== undefined)
      return this.canRead(handle) && (key === undefined || this.canReadMember(handle, key));
    return key === undefined || this.canReadMember(ref.handle, `${ref.memberPath}/${key}`);
  }
}

/** Returns the path that rules see. */
function pathFor({ sourceKey, id }: ExposedObjectHandle, members: string): string {
  const root = sourceKey ?? `@${id}`;
  return members === '' ? root : `${root}/${members}`;
}

export function notPermitted(path: string): ApiError {
  return new ApiError('not-permitted', path);
}
