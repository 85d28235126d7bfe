import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Json, RemoteControlService } from '../../../service/index.js';
import { createTestCard, type Engine } from '../../engine/index.js';
import type { SceneDocument, ValuesSpec } from '../document.js';
import type { DocumentPath } from '../source.js';
import { toServiceJson } from './initial-values.js';
import type { ReportProblem } from './run-error.js';

/** An object, its values in the file, and its id, which may be an instance id. */
export interface ValueOwner {
  readonly target: object;
  readonly className: string;
  readonly id: string;
  readonly spec: ValuesSpec;
  /** The description as the file contains it. */
  readonly written: ValuesSpec;
}

/** A scene file and the locations of its parts. */
export type SceneFile = Pick<SceneDocument, 'file' | 'source'>;

/** Sets the values of objects from a scene file. */
export class ObjectValues {
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  readonly #problem: ReportProblem;
  /** The file of the values. */
  document: SceneFile;

  constructor(document: SceneFile, engine: Engine, service: RemoteControlService, problem: ReportProblem) {
    this.document = document;
    this.#engine = engine;
    this.#service = service;
    this.#problem = problem;
  }

  /** Sets the initial values of members, when the objects that they refer to exist. */
  setMembers(owner: ValueOwner): void {
    this.#setEach(owner, false, (name, value) =>
      this.#service.assignInitial(owner.target, owner.className, name, value),
    );
  }

  /** Sets values by path, when all members have their values. */
  setPaths(owner: ValueOwner): void {
    this.#setEach(owner, true, (path, value) =>
      this.#service.property(this.#service.objects.required(owner.id), path).set(value),
    );
  }

  /** A value that fails, such as a reference to a missing object, affects no other. */
  #setEach(
    { id, spec: { values = {} }, written }: ValueOwner,
    byPath: boolean,
    set: (name: string, value: Json) => void,
  ): void {
    for (const [i, [name, value]] of Object.entries(values).entries()) {
      if (isPath(name) !== byPath) continue;
      try {
        set(name, toServiceJson(value));
      } catch (error) {
        const path = this.pathOf(written, 'values', i);
        if (byPath) this.#problem(path, name, error, id);
        else this.#problem(path, '', error);
      }
    }
  }

  /** Registers the images of members. One that fails, such as a missing file, affects no other. */
  registerImages({ target, className, id, spec: { images = {} }, written }: ValueOwner): void {
    for (const [i, [member, image]] of Object.entries(images).entries()) {
      try {
        const file =
          image === 'testcard' ? undefined : readFileSync(resolve(dirname(this.document.file), image));
        this.#engine.images.register(target, member, file === undefined ? createTestCard() : () => file);
        this.#service.assignInitial(target, className, member, `/exposed/image/${id}/${member}`);
      } catch (error) {
        this.#problem(this.pathOf(written, 'images', i), '', error);
      }
    }
  }

  /** Returns the path of an entry of an object in the file. */
  pathOf(written: ValuesSpec, group: keyof ValuesSpec | 'drive', i: number): DocumentPath {
    const path = this.document.source.path(written);
    const name = Object.keys((written as { [group]?: object })[group] ?? {})[i];
    return path === undefined || name === undefined ? [] : [...path, group, name];
  }
}

/** True if a key of `values` is a path into a member. */
function isPath(name: string): boolean {
  return /[/.[]/.test(name);
}
