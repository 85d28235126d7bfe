import { join } from 'node:path';
import { type ApplicationCode, failed, reportTo } from '../application-code.js';
import type { ApplicationInfo, HostLog } from '../host.js';
import type { JsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import { noBaseline } from '../objects/property-ref.js';
import { runToCompletion } from '../run-to-completion.js';
import type { Captured } from '../state/defaults.js';
import type { Indexes } from '../state/index-set.js';
import type { ChangedUnit } from '../state/saved-object.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { FileWalk } from '../types/graph/file-walk.js';
import { DocumentText } from './document/document-text.js';
import { DocumentEdits } from './edits/document-edits.js';
import { BoundDocument, type Holds } from './entries/bound-document.js';
import { persistentUnits } from './entries/place.js';
import { formats, header } from './format.js';
import { IncrementalTask, type Steps } from './incremental.js';
import { leaveOutUnknown } from './load/unknown-members.js';
import type { ProjectFolder } from './project/project-folder.js';
import { type Built, type DocumentPlan, SavedText } from './save/saved-text.js';

const ending = '.settings.json';
/** Files that are read at a time. */
const readAtOnce = 16;

/** A settings file as it is to be written. */
export interface SettingsFile {
  readonly path: string;
  readonly built: Built;
}

/** What a save makes of one object in the settings of its class. */
export interface SettingsEdits {
  readonly className: string;
  readonly changes: DocumentPlan['changes'];
  /** There is a file of the class, or something to begin one for. */
  readonly isBegun: boolean;
}

/** An object that the file of its class does not have yet, whole. */
interface Missing {
  readonly unit: Captured;
  readonly source: string;
  readonly json: JsonObject;
  /** The clock of changes when it was like that. */
  readonly at: number;
}

interface SettingsPlan {
  readonly className: string;
  readonly document: BoundDocument;
  readonly steps: Steps<Built>;
}

const objectsPerStep = 4;

/**
 * The live project: the project-scoped members of each class in a file of its own, applied after every scene load
 * (LSC-9). The files are documents like live scenes; an object that is not in its file yet is added whole.
 */
export class ProjectSettings {
  readonly #model: ExposedModel;
  readonly #application: ApplicationInfo;
  readonly #packageVersion: string;
  readonly #project: ProjectFolder;
  readonly #log: HostLog;
  readonly #code: ApplicationCode;
  readonly #files = new Map<string, BoundDocument>();
  /** The same files, looked at for the next load. */
  readonly #next = new Map<DocumentText, BoundDocument>();
  /** What a save that is under way has found that files do not have yet, by class. */
  readonly #missing = new Map<string, Map<object, Missing>>();
  /** Classes whose file cannot be read: it is left as it is, and their edits stay unsaved. */
  readonly #refused = new Set<string>();
  /** The folder itself cannot be read: nobody knows what there is, so that the same goes for all classes. */
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

  /** Reads all settings files. One that is broken is refused, told, and left as it is. */
  async read(): Promise<void> {
    this.forget();
    const names = await this.#names();
    for (let first = 0; first < names.length; first += readAtOnce) {
      const some = names.slice(first, first + readAtOnce);
      const read = await Promise.all(some.map((name) => this.#bytesOf(name)));
      for (const [i, bytes] of read.entries()) if (bytes !== undefined) await this.#take(some[i]!, bytes);
    }
  }

  async #names(): Promise<string[]> {
    try {
      const names = await this.#project.list(this.#project.settings);
      return names.filter((name) => name.endsWith(ending));
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

  async #take(name: string, bytes: Uint8Array): Promise<void> {
    const shown = this.#project.relative(join(this.#project.settings, name));
    try {
      const task = new IncrementalTask(`Opening ${shown}`, this.#log);
      const text = DocumentText.read(shown, bytes, formats.settings);
      const document = await task.run('comparing', this.#prepared(text));
      this.#files.set(classNameOf(name), document);
      this.#next.set(text, document);
      task.end();
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

  /** Looks, in steps, at what there is to do for the next `apply`. */
  *prepare(): Steps<void> {
    for (const { text } of [...this.#files.values()]) this.#next.set(text, yield* this.#prepared(text));
  }

  /** Applies what was read to all objects that are there, whatever they were. */
  apply(): void {
    const held: Holds[] = [];
    for (const [className, document] of [...this.#files]) {
      const fresh = this.#next.get(document.text) ?? this.#bound(document.text);
      this.#files.set(className, fresh);
      held.push(fresh.applyAll().holds);
      fresh.notTaken.tell(this.#log);
    }
    this.#next.clear();
    if (!this.#model.classes.all().some(({ members }) => members.some(isOfProject))) return;
    this.#model.saved.begin(
      ({ class: cls }, { index }) => cls.members[index]?.persistScope === 'project',
      (unit, { index }) => held.some((holds) => holds(unit, index)),
      ({ class: cls }) => !this.#files.has(cls.name),
    );
  }

  /** Applies what was read to all objects, after a scene was loaded; what a user has edited stays (DRT-17). */
  applyAgain(): void {
    for (const document of this.#files.values()) {
      for (const entry of document.entries)
        if (entry.place !== undefined || document.bind(entry)) document.applyLate(entry);
      document.notTaken.tell(this.#log);
      document.retryWaiting();
    }
  }

  /** Applies what was read to objects that have come, and what waited for them. */
  bindPending(): void {
    for (const document of this.#files.values()) {
      const bound = [...document.unbound].filter((entry) => document.bind(entry));
      for (const entry of bound) document.applyLate(entry);
      document.notTaken.tell(this.#log);
      document.retryWaiting();
    }
  }

  /** Whether the file of a class can be written. */
  isKept({ class: cls }: Captured): boolean {
    return !this.#isRefused(cls.name);
  }

  /** What a save has to say of an object; undefined when it is not about settings, or cannot be said. */
  editsOf(changed: ChangedUnit): SettingsEdits | undefined {
    const { unit } = changed;
    const { name: className, members } = unit.class;
    const isConcerned = [...changed.members].some((index) => members[index] && isOfProject(members[index]));
    if (!isConcerned || this.#isRefused(className)) return undefined;
    const document = this.#files.get(className);
    if (document === undefined)
      return { className, changes: new Map(), isBegun: this.#isBegun(unit, changed.members) };
    const edits = new DocumentEdits(this.#model, document);
    edits.edit(changed, membersOf(changed));
    // Neither what its file says already brings others into it, nor what is as it began and needs no entry.
    const isAdded = () => !hasEntry(document, unit) && this.#isToBeSaid(changed);
    return { className, changes: edits.changes, isBegun: edits.changes.size > 0 || isAdded() };
  }

  /** Looks, in steps, at the objects that files which are to be written do not have yet. */
  *lookAtMissing(looked: Iterable<SettingsEdits>): Steps<void> {
    this.#missing.clear();
    for (const className of begunOf(looked)) yield* this.#lookAtMissing(className);
  }

  *#lookAtMissing(className: string): Steps<Map<object, Missing>> {
    const document = this.#files.get(className);
    const isMissing = (unit: Captured) => {
      const { class: cls, target } = unit;
      if (cls.name !== className || !cls.members.some(isOfProject)) return false;
      return document === undefined || !hasEntry(document, { target });
    };
    const missing = new Map<object, Missing>();
    this.#missing.set(className, missing);
    let count = 0;
    for (const { unit, source } of persistentUnits(this.#model, isMissing)) {
      missing.set(unit.target, this.#missingOf(unit, source));
      if (++count % objectsPerStep === 0) yield 0;
    }
    return missing;
  }

  #missingOf(unit: Captured, source: string): Missing {
    const at = this.#model.saved.clock;
    const json = {
      '@source': settingsSource(unit, source),
      '@type': unit.class.name,
      ...snapshotOf(this.#model, unit),
    };
    return { unit, source, json, at };
  }

  /** The files that are to be written as it is now, to be laid out in steps; those that stay as they are not among them. */
  planned(looked: Iterable<SettingsEdits>): Steps<SettingsFile[]> {
    const edits = [...looked];
    const plans = begunOf(edits).flatMap((className): SettingsPlan | [] => {
      const missing = this.#missing.get(className) ?? runToCompletion(this.#lookAtMissing(className));
      const added = new Map(
        [...missing.values()].map((each) => {
          const { unit, source, at } = each;
          const isAsSeen = this.#model.saved.isUnchangedSince(unit, at);
          return [unit.target, isAsSeen ? each.json : this.#missingOf(unit, source).json];
        }),
      );
      const ofClass = edits.filter((each) => each.className === className);
      const changes = new Map(ofClass.flatMap((each) => [...each.changes]));
      const document = this.#files.get(className) ?? this.#begin();
      const isSame = changes.size + added.size === 0;
      const { text, entries } = document;
      const steps = SavedText.laidOut(this.#model, document, { text, entries, changes, added });
      return isSame ? [] : { className, document, steps };
    });
    this.#missing.clear();
    return this.#laidOut(plans);
  }

  *#laidOut(plans: readonly SettingsPlan[]): Steps<SettingsFile[]> {
    const files: SettingsFile[] = [];
    for (const { className, document, steps } of plans) {
      const built = yield* steps;
      const commit = () => {
        this.#files.set(className, document);
        built.commit();
      };
      const path = join(this.#project.settings, className + ending);
      files.push({ path, built: { text: built.text, commit } });
    }
    return files;
  }

  /** Forgets what was read; for a project whose data was deleted. */
  forget(): void {
    this.#files.clear();
    this.#next.clear();
    this.#refused.clear();
    this.#isFolderRefused = false;
  }

  #isRefused(className: string): boolean {
    return this.#isFolderRefused || this.#refused.has(className);
  }

  #prepared(text: DocumentText): Steps<BoundDocument> {
    return BoundDocument.prepared(this.#model, this.#code, 'project', text);
  }

  #bound(text: DocumentText): BoundDocument {
    return new BoundDocument(this.#model, this.#code, 'project', text);
  }

  #begin(): BoundDocument {
    const members = header(formats.settings[0], this.#application, this.#packageVersion);
    return this.#bound(DocumentText.create(members));
  }

  /** Of an object that its file does not have yet. */
  #isToBeSaid({ unit, members, edited }: ChangedUnit): boolean {
    const isEdited = [...edited].some((index) => isOfProject(unit.class.members[index]!));
    return isEdited || this.#isBegun(unit, members);
  }

  /** A file is not begun for what is as it began, or cannot be read. */
  #isBegun(unit: Captured, members: Indexes): boolean {
    if (this.#model.objects.fileKey(unit.target) === undefined) return false;
    const defaults = this.#model.defaults.of(unit);
    return [...members].some((index) => {
      const member = unit.class.members[index];
      if (member === undefined || !isOfProject(member)) return false;
      const value = member.read(unit.target);
      // A default may well be null.
      const before = defaults === undefined ? noBaseline : defaults[index];
      return value !== failed && before !== noBaseline && !member.type.same(value, before);
    });
  }
}

function classNameOf(name: string): string {
  return name.slice(0, -ending.length);
}

/** The classes of which there is a file, or is to be one. */
function begunOf(looked: Iterable<SettingsEdits>): string[] {
  return [...new Set([...looked].flatMap(({ className, isBegun }) => (isBegun ? className : [])))];
}

function hasEntry(document: BoundDocument, unit: Pick<Captured, 'target'>): boolean {
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

function snapshotOf(model: ExposedModel, { target, class: cls }: Captured): JsonObject {
  const walk = new FileWalk(() => model.tellCutShort(target));
  const values = cls.members.filter(isOfProject).flatMap((member) => {
    const value = member.read(target);
    const json = value === failed ? undefined : walk.whole(member.type, value);
    return json === undefined ? [] : [[member.name, json] as const];
  });
  const snapshot = Object.fromEntries(values);
  leaveOutUnknown(snapshot);
  return snapshot;
}

/** Component entries are keyed `key.components[Type]`, also those of components with a key of their own. */
function settingsSource({ class: cls }: { readonly class: ExposedClass }, source: string): string {
  const isRootComponent = cls.definition.kind === 'component' && !source.includes('.components[');
  return isRootComponent ? `${source}.components[${cls.name}]` : source;
}
