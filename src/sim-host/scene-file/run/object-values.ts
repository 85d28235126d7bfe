import { dirname, resolve } from 'node:path';
import type { RemoteControlService } from '../../../service/index.js';
import { createTestCard, type Engine } from '../../engine/index.js';
import type { HeldSpec } from '../document.js';
import { readFileAtOnce } from '../read-file.js';
import type { DocumentPath, SceneSource } from '../source.js';
import { referencesIn, toServiceJson, withoutReferences } from './initial-values.js';
import { located, locating } from './run-error.js';

/** An object, what the file says that it holds, and how it is addressed: by its id, or the number of an engine object. */
export interface Holder {
  readonly target: object;
  readonly className: string;
  readonly id: string;
  readonly spec: HeldSpec;
  /** As it stands in the file, for errors; undefined for what an action spawned. */
  readonly written: HeldSpec | undefined;
}

/** Gives objects what the file says that they hold. */
export class ObjectValues {
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  /** Where what they hold is written. */
  source: SceneSource;

  constructor(engine: Engine, service: RemoteControlService, source: SceneSource) {
    this.#engine = engine;
    this.#service = service;
    this.source = source;
  }

  /** Members with their initial values, null in place of references. */
  members({ target, className, spec, written }: Omit<Holder, 'id'>): void {
    for (const [i, [name, value]] of Object.entries(spec.values ?? {}).entries()) {
      if (isPath(name)) continue;
      const assign = () => {
        try {
          this.#service.assignInitial(target, className, name, withoutReferences(value));
        } catch (error) {
          // A member that cannot be null gets what it refers to when that exists.
          if (referencesIn(value).next().done) throw error;
        }
      };
      if (written === undefined) assign();
      else locating(this.source, () => this.place(written, 'values', i), '', assign);
    }
  }

  /** A reference to what is not there stays empty: it keeps nothing else of the scene from being built. */
  references({ target, className, spec, written }: Omit<Holder, 'id'>): void {
    for (const [i, [name, value]] of Object.entries(spec.values ?? {}).entries()) {
      if (isPath(name) || referencesIn(value).next().done) continue;
      try {
        this.#service.assignInitial(target, className, name, toServiceJson(value));
      } catch (error) {
        // An action that spawns is told itself.
        if (written === undefined) throw error;
        this.#engine.log.exception(located(this.source, this.place(written, 'values', i), '', error));
      }
    }
  }

  /** What a path leads to, once all objects exist. */
  paths({ id, spec, written }: Holder): void {
    for (const [i, [path, value]] of Object.entries(spec.values ?? {}).entries()) {
      if (!isPath(path)) continue;
      try {
        const handle = this.#service.objects.required(id);
        this.#service.property(handle, path).set(toServiceJson(value));
      } catch (error) {
        this.#engine.log.exception(located(this.source, this.place(written, 'values', i), path, error));
      }
    }
  }

  /** Pictures behind members. */
  images({ target, className, id, spec: { images = {} } }: Holder): void {
    for (const [member, image] of Object.entries(images)) {
      const file =
        image === 'testcard' ? undefined : readFileAtOnce(resolve(dirname(this.source.file), image));
      this.#engine.images.register(target, member, file === undefined ? createTestCard() : () => file);
      this.#service.assignInitial(target, className, member, `/exposed/image/${id}/${member}`);
    }
  }

  /** Where the i-th entry of a group of an object stands in the file. */
  place(written: HeldSpec | undefined, group: keyof HeldSpec | 'drive', i: number): DocumentPath {
    const path = written && this.source.path(written);
    const name = Object.keys((written as { [group]?: object } | undefined)?.[group] ?? {})[i];
    return path === undefined || name === undefined ? [] : [...path, group, name];
  }
}

/** True for a key of `values` that leads into a member. */
export function isPath(name: string): boolean {
  return /[/.[]/.test(name);
}
