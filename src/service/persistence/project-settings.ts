import { join } from 'node:path';
import type { ApplicationInfo } from '../host.js';
import { stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { Captured } from '../state/defaults.js';
import type { ExposedClass, ExposedMember } from '../types/exposed-class.js';
import { Entry } from './entry.js';
import {
  entriesOf,
  type FileRefused,
  fileText,
  formats,
  header,
  parseFile,
  type Raw,
  type RawObject,
  toJson,
} from './format.js';
import { persistentUnits } from './place.js';
import type { ProjectFolder } from './project-folder.js';

const ending = '.settings.json';

/** A settings file as it was read or written last. */
interface SettingsFile {
  readonly raw: RawObject;
  readonly entries: readonly Entry[];
}

/**
 * The live project: the project-scoped members of each class in a file of its own, as a full snapshot, applied after
 * every scene load (LSC-9).
 */
export class ProjectSettings {
  readonly #model: ExposedModel;
  readonly #application: ApplicationInfo;
  readonly #packageVersion: string;
  readonly #project: ProjectFolder;
  readonly #onRefused: (error: FileRefused | Error) => void;
  readonly #files = new Map<string, SettingsFile>();

  constructor(
    model: ExposedModel,
    application: ApplicationInfo,
    packageVersion: string,
    project: ProjectFolder,
    onRefused: (error: FileRefused | Error) => void,
  ) {
    this.#model = model;
    this.#application = application;
    this.#packageVersion = packageVersion;
    this.#project = project;
    this.#onRefused = onRefused;
  }

  /** Reads all settings files. One that is broken is refused, told, and left as it is. */
  async read(): Promise<void> {
    this.#files.clear();
    for (const name of await this.#project.files.list(this.#project.settings)) {
      if (!name.endsWith(ending)) continue;
      const path = join(this.#project.settings, name);
      try {
        const text = await this.#project.files.read(path);
        if (text === undefined) continue;
        const raw = parseFile(path, text, formats.settings);
        const entries = entriesOf(path, text, raw).map((each) => new Entry(each));
        this.#files.set(name.slice(0, -ending.length), { raw, entries });
      } catch (error) {
        this.#refused.add(name.slice(0, -ending.length));
        this.#onRefused(error as Error);
      }
    }
  }

  readonly #refused = new Set<string>();

  /** Applies what was read to the objects that are there; those that it came to. */
  apply(): Captured[] {
    const applied: Captured[] = [];
    for (const { entries } of this.#files.values()) {
      for (const entry of entries) {
        if (!entry.bind(this.#model)) continue;
        entry.apply(this.#model);
        applied.push(entry.place!.unit);
      }
    }
    return applied;
  }

  /** The files that a save has to write, with their texts; files that stay as they are not among them. */
  build(): { path: string; text: string; done: () => void }[] {
    const snapshots = this.#snapshots();
    return [...snapshots].flatMap(([className, { entries, isDefault }]) => {
      const present = this.#files.get(className);
      if ((present === undefined && isDefault) || this.#refused.has(className)) return [];
      const all = [...entries, ...this.#unbound(present)];
      const before = present?.entries.map(({ raw }) => raw) ?? [];
      if (present !== undefined && sameRaw(before, all)) return [];
      const head = present?.raw ?? header(formats.settings[0], this.#application, this.#packageVersion);
      const raw: RawObject = { ...head, objects: all };
      const done = () =>
        void this.#files.set(className, { raw, entries: all.map((each) => new Entry(each)) });
      return [{ path: join(this.#project.settings, className + ending), text: fileText(raw), done }];
    });
  }

  /** Forgets what was read; for a project whose data was deleted. */
  forget(): void {
    this.#files.clear();
    this.#refused.clear();
  }

  /** Entries whose object is not here are kept. */
  #unbound(file: SettingsFile | undefined): RawObject[] {
    return (file?.entries ?? []).filter((entry) => !entry.bind(this.#model)).map(({ raw }) => raw);
  }

  #snapshots() {
    const byClass = new Map<string, { entries: RawObject[]; isDefault: boolean }>();
    const ofClass = new Map<ExposedClass, readonly ExposedMember[]>();
    const membersOf = (cls: ExposedClass) => {
      const members = ofClass.get(cls) ?? cls.members.filter(isOfProject);
      ofClass.set(cls, members);
      return members;
    };
    for (const { unit, source } of persistentUnits(this.#model, (each) => membersOf(each.class).length > 0)) {
      const members = membersOf(unit.class);
      const captured = this.#model.defaults.of(unit);
      const values = members.flatMap(({ name, type, get }) => {
        const json = type.persist(get(unit.target));
        return json === undefined ? [] : [[name, json as Raw] as const];
      });
      const isDefault = members.every(({ type, get, index }) =>
        type.same(get(unit.target), captured?.[index]),
      );
      const file = byClass.get(unit.class.name) ?? { entries: [], isDefault: true };
      file.entries.push({
        '@source': settingsSource(unit, source),
        '@type': unit.class.name,
        ...Object.fromEntries(values),
      });
      file.isDefault &&= isDefault;
      byClass.set(unit.class.name, file);
    }
    return byClass;
  }
}

function isOfProject({ isPersistable, persistScope }: ExposedMember): boolean {
  return isPersistable && persistScope === 'project';
}

/** Component entries are keyed `key.components[Type]`, also those of components with a key of their own. */
function settingsSource(unit: Captured, source: string): string {
  const isRootComponent = unit.class.definition.kind === 'component' && !source.includes('.components[');
  return isRootComponent ? `${source}.components[${unit.class.name}]` : source;
}

function sameRaw(a: readonly RawObject[], b: readonly RawObject[]): boolean {
  return (
    a.length === b.length && a.every((raw, i) => stringifyJson(toJson(raw)) === stringifyJson(toJson(b[i]!)))
  );
}
