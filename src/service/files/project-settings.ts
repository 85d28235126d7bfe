import { type ApplicationCode, reportTo } from '../common/application-code.js';
import type { ApplicationInfo, HostLog } from '../host.js';
import type { ExposedModel } from '../model/model.js';
import type { MemberOwner } from '../objects/property-ref.js';
import { noIndexes } from '../state/index-set.js';
import { DocumentText } from './document/document-text.js';
import { isOfScope } from './edits/changed-members.js';
import { BoundDocument, type HeldMembers } from './entries/bound-document.js';
import { formats, header } from './format.js';
import type { ProjectFolder } from './project/project-folder.js';
import { SettingsFiles } from './project/settings-files.js';

/** Keeps the project-scoped members of each class in a document of its own, applied after every scene load (LSC-9). */
export class ProjectSettings {
  readonly #model: ExposedModel;
  readonly #application: ApplicationInfo;
  readonly #packageVersion: string;
  readonly #files: SettingsFiles;
  readonly #log: HostLog;
  readonly #code: ApplicationCode;
  /** Files that were read and not applied yet, by class. */
  #unapplied: ReadonlyMap<string, DocumentText> = new Map();
  readonly #documents = new Map<string, BoundDocument>();

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
    this.#files = new SettingsFiles(project, log);
    this.#log = log;
    this.#code = reportTo(log);
  }

  /** Reads all settings files for the next `apply`. A broken one is logged and left unchanged. */
  async read(): Promise<void> {
    this.forget();
    this.#unapplied = await this.#files.read();
  }

  get documents(): Iterable<BoundDocument> {
    return this.#documents.values();
  }

  /** Returns the document of a class; undefined if it has no file. */
  documentOf(className: string): BoundDocument | undefined {
    return this.#documents.get(className);
  }

  /** Creates the document of a class that has no file yet; `open` makes it the document of the class. */
  createDocument(): BoundDocument {
    const members = header(formats.settings[0], this.#application, this.#packageVersion);
    return this.#createDocument(DocumentText.create(members));
  }

  open(className: string, document: BoundDocument): void {
    this.#documents.set(className, document);
  }

  pathOf(className: string): string {
    return this.#files.pathOf(className);
  }

  /** True if the file of a class can be written. */
  isWritable({ class: cls }: MemberOwner): boolean {
    return !this.#files.isRefused(cls.name);
  }

  /** Applies the settings to all present objects, over any edits. */
  apply(): void {
    const texts = new Map(this.#unapplied);
    this.#unapplied = new Map();
    for (const [className, { text }] of this.#documents) texts.set(className, text);
    const heldByFiles: HeldMembers[] = [];
    for (const [className, text] of texts) {
      const fresh = this.#createDocument(text);
      this.#documents.set(className, fresh);
      heldByFiles.push(fresh.applyEntries());
      fresh.rejectedValues.log(this.#log);
    }
    const isOfProject = isOfScope('project');
    if (!this.#model.classes.all().some(({ members }) => members.some(isOfProject))) return;
    this.#model.saved.begin({
      which: ({ class: cls }, { index }) => cls.members[index]?.persistScope === 'project',
      held: (owner) => heldByFiles.reduce((all, held) => all.withAll(held(owner)), noIndexes),
      isNew: ({ class: cls }) => !this.#documents.has(cls.name),
    });
  }

  /** Applies the settings to all objects after a scene was loaded; user edits stay (DRT-17). */
  reapply(): void {
    for (const document of this.documents) {
      const bound = document.entries.filter((entry) => entry.object !== undefined || document.bind(entry));
      document.applyAllLate(bound, this.#log);
    }
  }

  /** Applies the settings to objects that have appeared, and retries pending values. */
  bindPending(): void {
    for (const document of this.documents)
      document.applyAllLate(
        [...document.unbound].filter((entry) => document.bind(entry)),
        this.#log,
      );
  }

  /** Forgets the settings that were read, after the project data was deleted. */
  forget(): void {
    this.#unapplied = new Map();
    this.#documents.clear();
    this.#files.forget();
  }

  #createDocument(text: DocumentText): BoundDocument {
    return new BoundDocument(this.#model, this.#code, 'project', text);
  }
}
