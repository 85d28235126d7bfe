import { join } from 'node:path';
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

const fileEnding = '.settings.json';

/** Keeps the project-scoped members of each class in a document of its own, applied after every scene load (LSC-9). */
export class ProjectSettings {
  readonly #model: ExposedModel;
  readonly #application: ApplicationInfo;
  readonly #packageVersion: string;
  readonly #project: ProjectFolder;
  readonly #log: HostLog;
  readonly #code: ApplicationCode;
  /** Files that were read and not applied yet, by class. */
  readonly #unapplied = new Map<string, DocumentText>();
  /** Classes whose file could not be read; their edits stay unsaved, and the file unchanged (LSC-15). */
  readonly #refused = new Set<string>();
  #isFolderRefused = false;
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
    this.#project = project;
    this.#log = log;
    this.#code = reportTo(log);
  }

  /** Reads all settings files for the next `apply`. A broken one is logged and left unchanged. */
  async read(): Promise<void> {
    this.forget();
    for (const className of await this.#classNames()) await this.#readText(className);
  }

  async #classNames(): Promise<string[]> {
    try {
      const names = await this.#project.list(this.#project.settings);
      return names.flatMap((name) => (name.endsWith(fileEnding) ? name.slice(0, -fileEnding.length) : []));
    } catch (error) {
      this.#isFolderRefused = true;
      this.#log.write('Error', `The project's settings were not opened: ${(error as Error).message}`);
      return [];
    }
  }

  async #readText(className: string): Promise<void> {
    const path = this.pathOf(className);
    try {
      const bytes = await this.#project.readBytes(path);
      if (bytes === undefined) return;
      const text = DocumentText.read(this.#project.relative(path), bytes, formats.settings);
      this.#unapplied.set(className, text);
    } catch (error) {
      this.#refused.add(className);
      this.#log.write('Error', (error as Error).message);
    }
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
    return join(this.#project.settings, className + fileEnding);
  }

  /** True if the file of a class can be written. */
  isWritable({ class: cls }: MemberOwner): boolean {
    return !this.#isFolderRefused && !this.#refused.has(cls.name);
  }

  /** Applies the settings to all present objects, over any edits. */
  apply(): void {
    const texts = new Map(this.#unapplied);
    this.#unapplied.clear();
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
        document.unbound.filter((entry) => document.bind(entry)),
        this.#log,
      );
  }

  /** Forgets the settings that were read, after the project data was deleted. */
  forget(): void {
    this.#unapplied.clear();
    this.#documents.clear();
    this.#refused.clear();
    this.#isFolderRefused = false;
  }

  #createDocument(text: DocumentText): BoundDocument {
    return new BoundDocument(this.#model, this.#code, 'project', text);
  }
}
