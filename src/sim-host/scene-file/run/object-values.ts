import { dirname, resolve } from 'node:path';
import type { RemoteControlService } from '../../../service/index.js';
import { createTestCard, type Engine } from '../../engine/index.js';
import type { ValuesSpec } from '../document.js';
import { readFileAtOnce } from '../read-file.js';
import type { DocumentPath, SceneSource } from '../source.js';
import { referencesIn, toServiceJson, withoutReferences } from './initial-values.js';
import { addLocation, withLocation } from './run-error.js';

/** An object, its values in the file, and its id, which may be an instance id. */
export interface ValueOwner {
  readonly target: object;
  readonly className: string;
  readonly id: string;
  readonly spec: ValuesSpec;
  /** The description in the file, for errors; undefined if an action spawned the object. */
  readonly written: ValuesSpec | undefined;
}

/** Sets the values of objects from a scene file. */
export class ObjectValues {
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  /** The file of the values. */
  source: SceneSource;

  constructor(engine: Engine, service: RemoteControlService, source: SceneSource) {
    this.#engine = engine;
    this.#service = service;
    this.source = source;
  }

  /** Sets the initial values of members, with null in place of references. */
  setMembers({ target, className, spec, written }: Omit<ValueOwner, 'id'>): void {
    for (const [i, [name, value]] of Object.entries(spec.values ?? {}).entries()) {
      if (isPath(name)) continue;
      const assign = () => {
        try {
          this.#service.assignInitial(target, className, name, withoutReferences(value));
        } catch (error) {
          // A member that cannot be null gets its reference later.
          if (referencesIn(value).next().done) throw error;
        }
      };
      if (written === undefined) assign();
      else withLocation(this.source, () => this.pathOf(written, 'values', i), '', assign);
    }
  }

  /** Sets references. One to a missing object stays null and does not keep the scene from being built. */
  setReferences({ target, className, spec, written }: Omit<ValueOwner, 'id'>): void {
    for (const [i, [name, value]] of Object.entries(spec.values ?? {}).entries()) {
      if (isPath(name) || referencesIn(value).next().done) continue;
      try {
        this.#service.assignInitial(target, className, name, toServiceJson(value));
      } catch (error) {
        // A spawning action reports its errors itself.
        if (written === undefined) throw error;
        this.#engine.log.exception(addLocation(this.source, this.pathOf(written, 'values', i), '', error));
      }
    }
  }

  /** Sets values by path, when all objects exist. */
  setPaths({ id, spec, written }: ValueOwner): void {
    for (const [i, [path, value]] of Object.entries(spec.values ?? {}).entries()) {
      if (!isPath(path)) continue;
      try {
        const handle = this.#service.objects.required(id);
        this.#service.property(handle, path).set(toServiceJson(value));
      } catch (error) {
        this.#engine.log.exception(addLocation(this.source, this.pathOf(written, 'values', i), path, error));
      }
    }
  }

  /** Registers the images of members. */
  registerImages({ target, className, id, spec: { images = {} } }: ValueOwner): void {
    for (const [member, image] of Object.entries(images)) {
      const file =
        image === 'testcard' ? undefined : readFileAtOnce(resolve(dirname(this.source.file), image));
      this.#engine.images.register(target, member, file === undefined ? createTestCard() : () => file);
      this.#service.assignInitial(target, className, member, `/exposed/image/${id}/${member}`);
    }
  }

  /** Returns the path of an entry of an object in the file. */
  pathOf(written: ValuesSpec | undefined, group: keyof ValuesSpec | 'drive', i: number): DocumentPath {
    const path = written && this.source.path(written);
    const name = Object.keys((written as { [group]?: object } | undefined)?.[group] ?? {})[i];
    return path === undefined || name === undefined ? [] : [...path, group, name];
  }
}

/** True if a key of `values` is a path into a member. */
export function isPath(name: string): boolean {
  return /[/.[]/.test(name);
}
