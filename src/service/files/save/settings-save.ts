import { failed } from '../../common/application-code.js';
import type { JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import { type MemberOwner, notCaptured } from '../../objects/property-ref.js';
import type { Indexes } from '../../state/index-set.js';
import type { ChangedObject } from '../../state/saved-object.js';
import { isOfScope, membersToSave, wholeMembers } from '../edits/changed-members.js';
import { DocumentEdits } from '../edits/document-edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import { persistentObjects } from '../entries/bound-object.js';
import type { ProjectSettings } from '../project-settings.js';
import type { IncrementalTask } from '../run-incrementally.js';
import { type DocumentPlan, type LaidOutDocument, layOutDocument } from './saved-text.js';

/** A settings file to be written. */
export interface SettingsFile {
  readonly path: string;
  readonly built: LaidOutDocument;
}

/** The edits that a save writes for one object in the settings of its class. */
export interface SettingsEdits {
  readonly className: string;
  readonly changes: DocumentPlan['changes'];
  /** True if the class has a file, or a value that needs one. */
  readonly needsFile: boolean;
}

const isOfProject = isOfScope('project');

/** Computes what a save writes into settings files. An object that is not in its file yet is added as a whole. */
export class SettingsSave {
  readonly #model: ExposedModel;
  readonly #settings: ProjectSettings;

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

  /** Captures the files to be written; the returned steps lay them out. Unchanged files are left out. */
  plan(objectEdits: Iterable<SettingsEdits>): IncrementalTask<SettingsFile[]> {
    const edits = [...objectEdits];
    const plans = classesWithFile(edits).flatMap((className) => {
      const ofClass = edits.filter((each) => each.className === className);
      const changes = new Map(ofClass.flatMap((each) => [...each.changes]));
      const document = this.#settings.documentOf(className) ?? this.#settings.createDocument();
      const added = this.#missingEntries(className, document);
      if (changes.size + added.size === 0) return [];
      const { text, entries } = document;
      return { className, document, plan: { text, entries, changes, added } };
    });
    return this.#layOut(plans);
  }

  /** Returns complete entries of the objects that a file lacks. */
  #missingEntries(className: string, document: BoundDocument): Map<object, JsonObject> {
    const isMissing = ({ class: cls, target }: MemberOwner) =>
      cls.name === className && cls.members.some(isOfProject) && !document.hasEntryOf({ target });
    const missing = [...persistentObjects(this.#model, isMissing)];
    return new Map(missing.map(({ owner, source }) => [owner.target, this.#wholeEntry(owner, source)]));
  }

  #wholeEntry(owner: MemberOwner, source: string): JsonObject {
    const members = wholeMembers(this.#model, owner, owner.class.members.filter(isOfProject));
    return { '@source': settingsSource(owner, source), '@type': owner.class.name, ...members };
  }

  *#layOut(
    plans: readonly { className: string; document: BoundDocument; plan: DocumentPlan }[],
  ): IncrementalTask<SettingsFile[]> {
    const files: SettingsFile[] = [];
    for (const { className, document, plan } of plans) {
      const built = yield* layOutDocument(this.#model, document, plan);
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

/** Returns the `@source` of an entry: `key.components[Type]` for components, also those with their own key. */
function settingsSource({ class: cls }: MemberOwner, source: string): string {
  const isRootComponent = cls.definition.kind === 'component' && !source.includes('.components[');
  return isRootComponent ? `${source}.components[${cls.name}]` : source;
}
