import { failed } from '../../common/application-code.js';
import type { JsonObject } from '../../common/json.js';
import { runToCompletion } from '../../common/run-to-completion.js';
import type { ExposedModel } from '../../model/model.js';
import { type MemberOwner, notCaptured } from '../../objects/property-ref.js';
import type { Indexes } from '../../state/index-set.js';
import type { ChangedObject } from '../../state/saved-object.js';
import { isOfScope, membersToSave, wholeMembers } from '../edits/changed-members.js';
import { DocumentEdits } from '../edits/document-edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import { persistentObjects } from '../entries/bound-object.js';
import type { Steps } from '../incremental.js';
import type { ProjectSettings } from '../project-settings.js';
import { type DocumentPlan, type LaidOutDocument, SavedText } from './saved-text.js';

/** A settings file to be written. */
export interface SettingsFile {
  readonly path: string;
  readonly built: LaidOutDocument;
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
  readonly owner: MemberOwner;
  readonly source: string;
  readonly json: JsonObject;
  /** The change clock when `json` was captured. */
  readonly at: number;
}

const isOfProject = isOfScope('project');
const objectsPerStep = 4;

/** Computes what a save writes into settings files. An object that is not in its file yet is added as a whole. */
export class SettingsSave {
  readonly #model: ExposedModel;
  readonly #settings: ProjectSettings;
  /** The objects that files lack, by class. */
  readonly #missing = new Map<string, readonly MissingEntry[]>();

  constructor(model: ExposedModel, settings: ProjectSettings) {
    this.#model = model;
    this.#settings = settings;
  }

  /**
   * Returns what a save writes for an object; undefined if it has no setting to save, or its file cannot be
   * written.
   */
  editsOf(changed: ChangedObject): SettingsEdits | undefined {
    const { owner } = changed;
    const className = owner.class.name;
    const members = membersToSave(changed, 'project');
    if (members.length === 0 || !this.#settings.isWritable(owner)) return undefined;
    const document = this.#settings.documentOf(className);
    if (document === undefined)
      return { className, changes: new Map(), needsFile: this.#differsFromDefaults(owner, changed.members) };
    const edits = new DocumentEdits(this.#model, document);
    edits.edit(changed, members);
    // A file is not begun for objects that it already describes or that still have their initial values.
    const isAdded = () => !document.hasEntryOf(owner) && this.#needsEntry(changed);
    return { className, changes: edits.changes, needsFile: edits.changes.size > 0 || isAdded() };
  }

  /** Finds, in steps, the objects that the files to be written lack. */
  *collectMissing(edits: Iterable<SettingsEdits>): Steps<void> {
    for (const className of classesWithFile(edits)) {
      if (this.#missing.has(className)) continue;
      const document = this.#settings.documentOf(className);
      const isMissing = ({ class: cls, target }: MemberOwner) =>
        cls.name === className && cls.members.some(isOfProject) && document?.hasEntryOf({ target }) !== true;
      const missing: MissingEntry[] = [];
      for (const { owner, source } of persistentObjects(this.#model, isMissing)) {
        missing.push(this.#missingEntry(owner, source));
        if (missing.length % objectsPerStep === 0) yield 0;
      }
      this.#missing.set(className, missing);
    }
  }

  #missingEntry(owner: MemberOwner, source: string): MissingEntry {
    const at = this.#model.saved.clock;
    const members = wholeMembers(this.#model, owner, owner.class.members.filter(isOfProject));
    const json = { '@source': settingsSource(owner, source), '@type': owner.class.name, ...members };
    return { owner, source, json, at };
  }

  /** Captures the files to be written; the returned steps lay them out. Unchanged files are left out. */
  plan(objectEdits: Iterable<SettingsEdits>): Steps<SettingsFile[]> {
    const edits = [...objectEdits];
    runToCompletion(this.collectMissing(edits));
    const plans = classesWithFile(edits).flatMap((className) => {
      const ofClass = edits.filter((each) => each.className === className);
      const changes = new Map(ofClass.flatMap((each) => [...each.changes]));
      const added = new Map(
        this.#missing.get(className)!.map(({ owner, source, json, at }) => {
          const isUpToDate = this.#model.saved.isUnchangedSince(owner, at);
          return [owner.target, isUpToDate ? json : this.#missingEntry(owner, source).json];
        }),
      );
      if (changes.size + added.size === 0) return [];
      const document = this.#settings.documentOf(className) ?? this.#settings.createDocument();
      const { text, entries } = document;
      return { className, document, plan: { text, entries, changes, added } };
    });
    return this.#layOut(plans);
  }

  *#layOut(
    plans: readonly { className: string; document: BoundDocument; plan: DocumentPlan }[],
  ): Steps<SettingsFile[]> {
    const files: SettingsFile[] = [];
    for (const { className, document, plan } of plans) {
      const built = yield* SavedText.layOut(this.#model, document, plan);
      const commit = () => {
        this.#settings.open(className, document);
        built.commit();
      };
      files.push({ path: this.#settings.pathOf(className), built: { text: built.text, commit } });
    }
    return files;
  }

  /** True if an object that its file lacks needs an entry. */
  #needsEntry({ owner, members, edited }: ChangedObject): boolean {
    const isEdited = [...edited].some((index) => isOfProject(owner.class.members[index]!));
    return isEdited || this.#differsFromDefaults(owner, members);
  }

  /** True if a member differs from its initial value and can be saved. */
  #differsFromDefaults(owner: MemberOwner, members: Indexes): boolean {
    if (this.#model.objects.fileKey(owner.target) === undefined) return false;
    const defaults = this.#model.defaults.of(owner);
    return [...members].some((index) => {
      const member = owner.class.members[index];
      if (member === undefined || !isOfProject(member)) return false;
      const value = member.read(owner.target);
      // A default may be null.
      const before = defaults === undefined ? notCaptured : defaults[index];
      return value !== failed && before !== notCaptured && !member.type.same(value, before);
    });
  }
}

/** Returns the classes that have a file or need one. */
function classesWithFile(edits: Iterable<SettingsEdits>): string[] {
  return [...new Set([...edits].flatMap(({ className, needsFile }) => (needsFile ? className : [])))];
}

/** Component entries are keyed `key.components[Type]`, also those of components with their own key. */
function settingsSource({ class: cls }: MemberOwner, source: string): string {
  const isRootComponent = cls.definition.kind === 'component' && !source.includes('.components[');
  return isRootComponent ? `${source}.components[${cls.name}]` : source;
}
