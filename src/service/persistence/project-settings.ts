import { join } from 'node:path';
import { type ApplicationCode, failed, reportTo } from '../application-code.js';
import type { ApplicationInfo, HostLog } from '../host.js';
import type { ExposedModel } from '../model.js';
import { noBaseline } from '../objects/property-ref.js';
import type { Captured } from '../state/defaults.js';
import type { ExposedClass, ExposedMember } from '../types/exposed-class.js';
import { type UnitState, unitSnapshot } from './deltas.js';
import { Entry, mergedEntry } from './entry.js';
import { entriesOf, fileText, formats, header, parseFile, type Raw, type RawObject } from './format.js';
import type { Applied } from './live-document.js';
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
  readonly #log: HostLog;
  readonly #code: ApplicationCode;
  readonly #files = new Map<string, SettingsFile>();

  constructor(
    model: ExposedModel,
    application: ApplicationInfo,
    packageVersion: string,
    project: ProjectFolder,
    log: HostLog,
  ) {
    this.#model = model;
    this.#application = application;
    this.#packageVersion = packageVersion;
    this.#project = project;
    this.#log = log;
    this.#code = reportTo(log);
  }

  /** Reads all settings files. One that is broken is refused, told, and left as it is. */
  async read(): Promise<void> {
    this.#files.clear();
    for (const name of await this.#project.list(this.#project.settings)) {
      if (!name.endsWith(ending)) continue;
      const path = join(this.#project.settings, name);
      try {
        const text = await this.#project.read(path);
        if (text === undefined) continue;
        const shown = this.#project.relative(path);
        const raw = parseFile(shown, text, formats.settings);
        const entries = entriesOf(shown, text, raw).map((each) => new Entry(each));
        this.#files.set(name.slice(0, -ending.length), { raw, entries });
      } catch (error) {
        this.#refused.add(name.slice(0, -ending.length));
        this.#log.write('Error', (error as Error).message);
      }
    }
  }

  readonly #refused = new Set<string>();

  /** Applies what was read to the objects that are there; what it has come to. `keepsEdits`: not to what a user has edited. */
  apply({ keepsEdits }: { keepsEdits: boolean }): Applied[] {
    const applied: Applied[] = [];
    for (const { entries } of this.#files.values()) {
      for (const entry of entries) {
        if (!entry.bind(this.#model)) continue;
        const { unit } = entry.place!;
        const names = keepsEdits ? entry.without(entry.editedMembers(this.#model), entry.names) : entry.names;
        entry.apply(this.#model, this.#code, names);
        entry.noteApplied(unitSnapshot(this.#model, unit, 'project'), names);
        applied.push({ unit, members: names.map((name) => entry.memberOf(name)) });
      }
    }
    return applied;
  }

  /** The files that a save has to write, with their texts; files that stay as they are not among them. */
  build(): { path: string; text: string; done: () => void }[] {
    const states = this.#states();
    return [...states.keys()].flatMap((className) => {
      const { units, isDefault } = states.get(className)!;
      const present = this.#files.get(className);
      if ((present === undefined && isDefault) || this.#refused.has(className)) return [];
      const entries = this.#entries(present?.entries ?? [], units);
      const raw: RawObject = {
        ...(present?.raw ?? header(formats.settings[0], this.#application, this.#packageVersion)),
        objects: entries.map((entry) => entry.raw),
      };
      const done = () => void this.#files.set(className, { raw, entries });
      const isSame =
        present?.entries.length === entries.length &&
        present.entries.every((entry, i) => entry.raw === entries[i]!.raw);
      if (isSame) return [];
      return [{ path: join(this.#project.settings, className + ending), text: fileText(raw), done }];
    });
  }

  /** What the file has stays as it stands where it was not edited; objects that are not in it yet are added whole. */
  #entries(present: readonly Entry[], units: ReadonlyMap<string, UnitOfProject>): Entry[] {
    const missing = new Map([...units].map(([source, each]) => [each.unit.target, { source, ...each }]));
    const next = present.map((entry) => {
      const found = entry.bind(this.#model) ? missing.get(entry.place!.unit.target) : undefined;
      if (found === undefined) return entry;
      missing.delete(found.unit.target);
      const { state } = found;
      const raw = mergedEntry(entry, state, {
        edited: entry.editedMembers(this.#model),
        isWanted: (name) => state.get(name)?.text !== entry.applied.get(name)?.text,
      });
      return this.#bound(raw ?? entry.raw, state);
    });
    for (const { source, unit, state } of missing.values()) {
      const values = [...state].map(([name, { json }]) => [name, json as Raw] as const);
      const head = { '@source': source, '@type': unit.class.name };
      next.push(this.#bound({ ...head, ...Object.fromEntries(values) }, state));
    }
    return next;
  }

  #bound(raw: RawObject, state: UnitState): Entry {
    const entry = new Entry(raw);
    if (entry.bind(this.#model)) entry.noteApplied(state);
    return entry;
  }

  /** Forgets what was read; for a project whose data was deleted. */
  forget(): void {
    this.#files.clear();
    this.#refused.clear();
  }

  /** The project's state of all objects that have any, by the class that names the file and by `@source`. */
  #states() {
    const byClass = new Map<string, { units: Map<string, UnitOfProject>; isDefault: boolean }>();
    const ofClass = new Map<ExposedClass, readonly ExposedMember[]>();
    const membersOf = (cls: ExposedClass) => {
      const members = ofClass.get(cls) ?? cls.members.filter(isOfProject);
      ofClass.set(cls, members);
      return members;
    };
    for (const { unit, source } of persistentUnits(this.#model, (each) => membersOf(each.class).length > 0)) {
      const state = unitSnapshot(this.#model, unit, 'project');
      const defaults = this.#model.defaults.of(unit);
      const file = byClass.get(unit.class.name) ?? {
        units: new Map<string, UnitOfProject>(),
        isDefault: true,
      };
      file.units.set(settingsSource(unit, source), { unit, state });
      file.isDefault &&= membersOf(unit.class).every((member) => isAsBegun(member, unit.target, defaults));
      byClass.set(unit.class.name, file);
    }
    return byClass;
  }
}

/** The project's members of one object. */
interface UnitOfProject {
  readonly unit: Captured;
  readonly state: UnitState;
}

/** True for a value that is its captured default, and for one that cannot be read: a file is not begun for it. */
function isAsBegun(member: ExposedMember, target: object, defaults: readonly unknown[] | undefined): boolean {
  const value = member.read(target);
  const before = defaults?.[member.index];
  return value === failed || before === noBaseline || member.type.same(value, before);
}

function isOfProject({ isPersistable, persistScope }: ExposedMember): boolean {
  return isPersistable && persistScope === 'project';
}

/** Component entries are keyed `key.components[Type]`, also those of components with a key of their own. */
function settingsSource(unit: Captured, source: string): string {
  const isRootComponent = unit.class.definition.kind === 'component' && !source.includes('.components[');
  return isRootComponent ? `${source}.components[${unit.class.name}]` : source;
}
