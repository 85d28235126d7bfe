import { join } from 'node:path';
import { type ApplicationCode, failed, reportTo } from '../common/application-code.js';
import type { JsonObject } from '../common/json.js';
import { runToCompletion } from '../common/run-to-completion.js';
import type { ApplicationInfo, HostLog } from '../host.js';
import type { ExposedModel } from '../model/model.js';
import { noBaseline } from '../objects/property-ref.js';
import type { CapturedObject } from '../state/defaults.js';
import type { Indexes } from '../state/index-set.js';
import type { ChangedUnit } from '../state/saved-object.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { FileWalk } from '../types/graph/file-walk.js';
import { DocumentText } from './document/document-text.js';
import { DocumentEdits } from './edits/document-edits.js';
import { BoundDocument, type HasMember } from './entries/bound-document.js';
import { persistentUnits } from './entries/place.js';
import { formats, header } from './format.js';
import type { Steps } from './incremental.js';
import type { ProjectFolder } from './project/project-folder.js';
import { type Built, type DocumentPlan, SavedText } from './save/saved-text.js';
import { deleteUnknown } from './unknown-members.js';

const fileEnding = '.settings.json';
/** Number of files read concurrently. */
const maxConcurrentReads = 16;

/** A settings file to be written. */
export interface SettingsFile {
  readonly path: string;
  readonly built: Built;
}

/** What a save writes for one object in the settings of its class. */
export interface SettingsEdits {
  readonly className: string;
  readonly changes: DocumentPlan['changes'];
  /** True if the class has a file, or a value that needs one. */
  readonly needsFile: boolean;
}

/** An object that is not in the file of its class yet, with its complete entry. */
interface MissingEntry {
  readonly unit: CapturedObject;
  readonly source: string;
  readonly json: JsonObject;
  /** The change clock when `json` was captured. */
  readonly at: number;
}

interface SettingsPlan {
  readonly className: string;
  readonly document: BoundDocument;
  readonly steps: Steps<Built>;
}

const objectsPerStep = 4;

/**
 * Keeps the project-scoped members of each class in a file of its own, applied after every scene load (LSC-9).
 * An object that is not in its file yet is added as a whole.
 */
export class ProjectSettings {
  readonly #model: ExposedModel;
  readonly #application: ApplicationInfo;
  readonly #packageVersion: string;
  readonly #project: ProjectFolder;
  readonly #log: HostLog;
  readonly #code: ApplicationCode;
  readonly #files = new Map<string, BoundDocument>();
  /** Objects that files lack, by class; found by the save in progress. */
  readonly #missing = new Map<string, Map<object, MissingEntry>>();
  /** Classes whose file cannot be read: the file stays unchanged, and their edits stay unsaved. */
  readonly #refused = new Set<string>();
  /** True if the folder cannot be read; no class can then be saved. */
  #isFolderRefused = false;

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

  /** Reads all settings files. A broken one is logged and left unchanged. */
  async read(): Promise<void> {
    this.forget();
    const names = await this.#names();
    for (let first = 0; first < names.length; first += maxConcurrentReads) {
      const batch = names.slice(first, first + maxConcurrentReads);
      const read = await Promise.all(batch.map((name) => this.#bytesOf(name)));
      for (const [i, bytes] of read.entries()) if (bytes !== undefined) this.#readDocument(batch[i]!, bytes);
    }
  }

  async #names(): Promise<string[]> {
    try {
      const names = await this.#project.list(this.#project.settings);
      return names.filter((name) => name.endsWith(fileEnding));
    } catch (error) {
      this.#isFolderRefused = true;
      this.#log.write('Error', `The project's settings were not opened: ${(error as Error).message}`);
      return [];
    }
  }

  async #bytesOf(name: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#project.readBytes(join(this.#project.settings, name));
    } catch (error) {
      this.#refuse(name, error);
      return undefined;
    }
  }

  #readDocument(name: string, bytes: Uint8Array): void {
    const shown = this.#project.relative(join(this.#project.settings, name));
    try {
      const text = DocumentText.read(shown, bytes, formats.settings);
      this.#files.set(classNameOf(name), this.#createDocument(text));
    } catch (error) {
      this.#refuse(name, error);
    }
  }

  #refuse(name: string, error: unknown): void {
    this.#refused.add(classNameOf(name));
    this.#log.write('Error', (error as Error).message);
  }

  get documents(): Iterable<BoundDocument> {
    return this.#files.values();
  }

  /** Applies the settings to all present objects, over any edits. */
  apply(): void {
    const holdsOfFiles: HasMember[] = [];
    for (const [className, document] of [...this.#files]) {
      const fresh = this.#createDocument(document.text);
      this.#files.set(className, fresh);
      holdsOfFiles.push(fresh.applyAll());
      fresh.rejectedValues.log(this.#log);
    }
    if (!this.#model.classes.all().some(({ members }) => members.some(isOfProject))) return;
    this.#model.saved.begin(
      ({ class: cls }, { index }) => cls.members[index]?.persistScope === 'project',
      (unit, { index }) => holdsOfFiles.some((holds) => holds(unit, index)),
      ({ class: cls }) => !this.#files.has(cls.name),
    );
  }

  /** Applies the settings to all objects after a scene was loaded; user edits stay (DRT-17). */
  reapply(): void {
    for (const document of this.#files.values()) {
      for (const entry of document.entries)
        if (entry.place !== undefined || document.bind(entry)) document.applyLate(entry);
      document.rejectedValues.log(this.#log);
      document.retryPending();
    }
  }

  /** Applies the settings to objects that have appeared, and retries pending values. */
  bindPending(): void {
    for (const document of this.#files.values()) {
      const bound = [...document.unbound].filter((entry) => document.bind(entry));
      for (const entry of bound) document.applyLate(entry);
      document.rejectedValues.log(this.#log);
      document.retryPending();
    }
  }

  /** True if the file of a class can be written. */
  isWritable({ class: cls }: CapturedObject): boolean {
    return !this.#isRefused(cls.name);
  }

  /**
   * Returns what a save writes for an object; undefined if it has no setting to save, or its file cannot be
   * written.
   */
  editsOf(changed: ChangedUnit): SettingsEdits | undefined {
    const { unit } = changed;
    const { name: className, members } = unit.class;
    const isConcerned = [...changed.members].some((index) => members[index] && isOfProject(members[index]));
    if (!isConcerned || this.#isRefused(className)) return undefined;
    const document = this.#files.get(className);
    if (document === undefined)
      return { className, changes: new Map(), needsFile: this.#differsFromDefaults(unit, changed.members) };
    const edits = new DocumentEdits(this.#model, document);
    edits.edit(changed, membersOf(changed));
    // A file is not begun for objects that it already describes or that still have their initial values.
    const isAdded = () => !hasEntry(document, unit) && this.#needsEntry(changed);
    return { className, changes: edits.changes, needsFile: edits.changes.size > 0 || isAdded() };
  }

  /** Finds, in steps, the objects that the files to be written lack. */
  *collectMissing(edits: Iterable<SettingsEdits>): Steps<void> {
    this.#missing.clear();
    for (const className of classesWithFile(edits)) yield* this.#collectMissing(className);
  }

  *#collectMissing(className: string): Steps<Map<object, MissingEntry>> {
    const document = this.#files.get(className);
    const isMissing = (unit: CapturedObject) => {
      const { class: cls, target } = unit;
      if (cls.name !== className || !cls.members.some(isOfProject)) return false;
      return document === undefined || !hasEntry(document, { target });
    };
    const missing = new Map<object, MissingEntry>();
    this.#missing.set(className, missing);
    let count = 0;
    for (const { unit, source } of persistentUnits(this.#model, isMissing)) {
      missing.set(unit.target, this.#missingEntryOf(unit, source));
      if (++count % objectsPerStep === 0) yield 0;
    }
    return missing;
  }

  #missingEntryOf(unit: CapturedObject, source: string): MissingEntry {
    const at = this.#model.saved.clock;
    const json = {
      '@source': settingsSource(unit, source),
      '@type': unit.class.name,
      ...snapshotOf(this.#model, unit),
    };
    return { unit, source, json, at };
  }

  /** Captures the files to be written; the returned steps lay them out. Unchanged files are left out. */
  planSave(objectEdits: Iterable<SettingsEdits>): Steps<SettingsFile[]> {
    const edits = [...objectEdits];
    const plans = classesWithFile(edits).flatMap((className): SettingsPlan | [] => {
      const missing = this.#missing.get(className) ?? runToCompletion(this.#collectMissing(className));
      const added = new Map(
        [...missing.values()].map((each) => {
          const { unit, source, at } = each;
          const isUpToDate = this.#model.saved.isUnchangedSince(unit, at);
          return [unit.target, isUpToDate ? each.json : this.#missingEntryOf(unit, source).json];
        }),
      );
      const ofClass = edits.filter((each) => each.className === className);
      const changes = new Map(ofClass.flatMap((each) => [...each.changes]));
      const document = this.#files.get(className) ?? this.#beginDocument();
      const isSame = changes.size + added.size === 0;
      const { text, entries } = document;
      const steps = SavedText.layOut(this.#model, document, { text, entries, changes, added });
      return isSame ? [] : { className, document, steps };
    });
    this.#missing.clear();
    return this.#layOut(plans);
  }

  *#layOut(plans: readonly SettingsPlan[]): Steps<SettingsFile[]> {
    const files: SettingsFile[] = [];
    for (const { className, document, steps } of plans) {
      const built = yield* steps;
      const commit = () => {
        this.#files.set(className, document);
        built.commit();
      };
      const path = join(this.#project.settings, className + fileEnding);
      files.push({ path, built: { text: built.text, commit } });
    }
    return files;
  }

  /** Forgets the settings that were read, after the project data was deleted. */
  forget(): void {
    this.#files.clear();
    this.#refused.clear();
    this.#isFolderRefused = false;
  }

  #isRefused(className: string): boolean {
    return this.#isFolderRefused || this.#refused.has(className);
  }

  #createDocument(text: DocumentText): BoundDocument {
    return new BoundDocument(this.#model, this.#code, 'project', text);
  }

  #beginDocument(): BoundDocument {
    const members = header(formats.settings[0], this.#application, this.#packageVersion);
    return this.#createDocument(DocumentText.create(members));
  }

  /** True if an object that its file lacks needs an entry. */
  #needsEntry({ unit, members, edited }: ChangedUnit): boolean {
    const isEdited = [...edited].some((index) => isOfProject(unit.class.members[index]!));
    return isEdited || this.#differsFromDefaults(unit, members);
  }

  /** True if a member differs from its initial value and can be saved. */
  #differsFromDefaults(unit: CapturedObject, members: Indexes): boolean {
    if (this.#model.objects.fileKey(unit.target) === undefined) return false;
    const defaults = this.#model.defaults.of(unit);
    return [...members].some((index) => {
      const member = unit.class.members[index];
      if (member === undefined || !isOfProject(member)) return false;
      const value = member.read(unit.target);
      // A default may be null.
      const before = defaults === undefined ? noBaseline : defaults[index];
      return value !== failed && before !== noBaseline && !member.type.same(value, before);
    });
  }
}

function classNameOf(name: string): string {
  return name.slice(0, -fileEnding.length);
}

/** Returns the classes that have a file or need one. */
function classesWithFile(edits: Iterable<SettingsEdits>): string[] {
  return [...new Set([...edits].flatMap(({ className, needsFile }) => (needsFile ? className : [])))];
}

function hasEntry(document: BoundDocument, unit: Pick<CapturedObject, 'target'>): boolean {
  return document.entriesOf(unit).some((entry) => !entry.isInner);
}

function isOfProject({ isPersistable, persistScope }: ExposedMember): boolean {
  return isPersistable && persistScope === 'project';
}

function membersOf({ unit, members }: ChangedUnit): ExposedMember[] {
  return [...members]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const member = unit.class.members[index];
      return member !== undefined && isOfProject(member) ? [member] : [];
    });
}

function snapshotOf(model: ExposedModel, { target, class: cls }: CapturedObject): JsonObject {
  const walk = new FileWalk(() => model.tellCutShort(target));
  const values = cls.members.filter(isOfProject).flatMap((member) => {
    const value = member.read(target);
    const json = value === failed ? undefined : walk.whole(member.type, value);
    return json === undefined ? [] : [[member.name, json] as const];
  });
  const snapshot = Object.fromEntries(values);
  deleteUnknown(snapshot);
  return snapshot;
}

/** Component entries are keyed `key.components[Type]`, also those of components with their own key. */
function settingsSource({ class: cls }: { readonly class: ExposedClass }, source: string): string {
  const isRootComponent = cls.definition.kind === 'component' && !source.includes('.components[');
  return isRootComponent ? `${source}.components[${cls.name}]` : source;
}
