import { ExposedError } from '../exposed-error.js';
import { ApiError } from '../http/errors.js';
import type { Access, Place, Rule } from '../http/security/access.js';
import { isAllowed } from '../http/security/authorize.js';
import type { ExposedModel } from '../model.js';
import { ElementRef } from '../objects/element-ref.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Viewer } from '../objects/resolve.js';

/** The rights of one access, asked for by what the model knows: objects, members, functions. */
export class Guard implements Viewer {
  /** Tells the guard of one access from that of another. */
  readonly key: string;
  readonly model: ExposedModel;
  readonly access: Access;

  constructor(model: ExposedModel, access: Access, key: string) {
    this.model = model;
    this.access = access;
    this.key = key;
  }

  /** True when nothing is hidden: what is sent is sent as it is. */
  get readsAll(): boolean {
    return this.access.read === true;
  }

  /** An object is readable when it is registered: one that is wrapped for a request has no path that a rule could know. */
  reads(handle: ExposedObjectHandle): boolean {
    return this.readsAll || (handle.isRegistered && this.#ask(this.access.read, handle, ''));
  }

  /** `members`: the names on the way, as in `lens/focalLength`. Those above it have been asked for. */
  readsMember(handle: ExposedObjectHandle, members: string): boolean {
    return this.readsAll || this.#ask(this.access.read, handle, members);
  }

  /** For what is readable. */
  writesMember(handle: ExposedObjectHandle, members: string): boolean {
    return this.#ask(this.access.write, handle, members);
  }

  /** Whether a step of a path may be seen; what lies above it was asked before. */
  admits(ref: PropertyRef): boolean {
    if (this.readsAll) return true;
    if (!this.reads(ref.handle) || !this.readsMember(ref.handle, ref.memberPath)) return false;
    return !(ref instanceof ElementRef && ref.isByKey) || this.#admitsKey(ref);
  }

  /** @throws ExposedError `object-not-found` for what is not there or not to be seen. */
  object(id: string): ExposedObjectHandle {
    const handle = this.model.objects.required(id);
    if (!this.reads(handle)) throw new ExposedError('object-not-found', id);
    return handle;
  }

  /** @throws ExposedError as if what may not be seen did not exist. */
  property(id: string, path: string): PropertyRef {
    return this.model.resolver.property(this.object(id), path, true, this);
  }

  /** @throws ApiError `not-permitted` */
  requireWrite(handle: ExposedObjectHandle, members: string): void {
    if (!this.writesMember(handle, members)) throw notPermitted(members);
  }

  /** @throws ApiError `not-permitted` */
  requireCall(handle: ExposedObjectHandle, members: string): void {
    if (!this.#ask(this.access.call, handle, members)) throw notPermitted(members);
  }

  /** Asks for what is no object's: an entry of a file by its source key. */
  readsKey(sourceKey: string, type: string): boolean {
    return isAllowed(this.access.read, sourceKey, { object: undefined, type });
  }

  #ask(rule: Rule | undefined, handle: ExposedObjectHandle, members: string): boolean {
    if (typeof rule !== 'function') return rule === true;
    const root = handle.sourceKey ?? `@${handle.id}`;
    const place: Place = { object: handle.target, type: handle.class.name };
    return isAllowed(rule, members === '' ? root : `${root}/${members}`, place);
  }

  /** Whether the key by which an element was found may be seen: of a registered object its own member. */
  #admitsKey(ref: ElementRef): boolean {
    const item = ref.get();
    if (item === null || typeof item !== 'object') return true;
    const { objects } = this.model;
    const key = objects.classOf(item)?.keyMember?.name;
    const handle = objects.byTarget(item);
    if (handle !== undefined)
      return this.reads(handle) && (key === undefined || this.readsMember(handle, key));
    return key === undefined || this.readsMember(ref.handle, `${ref.memberPath}/${key}`);
  }
}

export function notPermitted(path: string): ApiError {
  return new ApiError('not-permitted', path);
}
