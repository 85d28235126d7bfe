import fc from 'fast-check';
import { type Kind, numbers, type Sequence } from '../check.js';
import { Choices } from '../choices.js';
import { Disagreement } from '../disagreement.js';
import { type Action, drawAction, drawListAction } from './actions.js';
import { type DrawnProject, drawProject, drawScene } from './documents.js';
import {
  baseOf,
  changedBeside,
  type Edit,
  editOf,
  editOfAll,
  editOfBase,
  type HeldMember,
  heldMembers,
  pendingEntries,
  placedKeys,
  removedKeys,
  settingsPath,
} from './entries.js';
import { written } from './exact-json.js';
import { MemoryFiles } from './memory-files.js';
import { differences, overwritten, type Place, readState, referencesTo, type State } from './state.js';
import { type BaseScene, baseScenes, besides, type Event, folder, kinds, livePath, World } from './world.js';

/** The events in whose order pending or unknown objects appear. */
const arrivals: readonly Event[] = [
  { of: 'object', key: 'moon' },
  { of: 'object', key: 'star' },
  { of: 'asset', key: 'guid-prop' },
  { of: 'load' },
];

/** The values that determine a run. */
interface Plan {
  readonly project: DrawnProject;
  /** Each list determines a step. */
  readonly steps: readonly (readonly number[])[];
}

export const files: Kind<Plan> = {
  plans: fc.record({
    project: fc.record({
      scene: fc.array(numbers(60), { maxLength: 6, size: 'max' }),
      settings: fc.array(numbers(60), { maxLength: 2, size: 'max' }),
    }),
    steps: fc.array(numbers(16), { minLength: 1, maxLength: 10, size: 'max' }),
  }),
  stepsOf: ({ steps }) => steps.length,
  begin: (plan) => new FilesSession(plan),
};

/** A project written by other programs and the steps applied to it; after each step the laws are checked. */
class FilesSession implements Sequence {
  readonly lines: string[] = [];
  readonly begun: ReadonlyMap<string, string>;
  readonly #steps: Plan['steps'];
  world: World;
  /** The running hosts. */
  readonly #worlds = new Set<World>();
  /** The edits since the files were written. */
  #journal: Edit[] = [];
  /** Writes by engine code, whose effect on files is undefined. */
  #byEngine: Place[] = [];
  /** References to objects that a user destroyed; an earlier entry for the path counts from the next start. */
  #deadReferences: Place[] = [];
  /** MarkClean and ResetAllToDefault clear the unsaved state without a save. */
  #isCleanBySpec = false;
  /** An import counts as unsaved even if it changes nothing. */
  #isImported = false;
  #destroyed = new Set<string>();
  /** The base scene at the last load or save, to which a quit returns. */
  #baseInFile: BaseScene | undefined;

  constructor({ project, steps }: Plan) {
    this.#steps = steps;
    this.begun = drawProject(project);
    this.world = new World(new MemoryFiles(this.begun));
    this.#worlds.add(this.world);
  }

  get #live() {
    return this.world.service.live!;
  }

  get report(): string[] {
    const files = [...this.begun].map(([path, text]) => `--- ${path}\n${text}`);
    return [...files, '---', ...this.lines];
  }

  async run(): Promise<void> {
    await this.world.start();
    this.#baseInFile = this.world.base;
    this.#requireNoExceptions(this.world);
    this.#requireTexts('the start', this.begun, this.world.files.texts, []);
    if (this.world.service.hasUnsavedChanges) throw new Disagreement('a start has something unsaved');
    for (const each of this.#steps) await this.#step(new Choices(each));
    await this.#end(new Choices(this.#steps.at(-1)?.slice(-3) ?? []));
  }

  async #step(draw: Choices): Promise<void> {
    const step = draw.weighted<(draw: Choices) => unknown>([
      [10, (draw) => this.#edit(draw)],
      [2, (draw) => this.#list(draw)],
      [3, () => this.#save()],
      [3, (draw) => this.#arrive(draw)],
      [2, (draw) => this.#restructure(draw)],
      [1, (draw) => this.#byCode(draw)],
      [2, () => this.#restart()],
      [2, () => this.#check()],
      [4, (draw) => this.#alone(draw)],
      [1, (draw) => this.#markClean(draw)],
      [1, (draw) => this.#saveMeanwhile(draw)],
      [1, (draw) => this.#kill(draw)],
      [1, () => this.#reload()],
      [1, (draw) => this.#base(draw)],
      [1, (draw) => this.#switch(draw)],
      [1, (draw) => this.#onTop(draw)],
      [1, (draw) => this.#reset(draw)],
      [1, (draw) => this.#import(draw)],
      [1, (draw) => this.#preset(draw)],
    ]);
    await step(draw);
    this.#requireNoExceptions(this.world);
    const { base, service } = this.world;
    if (base !== this.#baseInFile && !service.hasUnsavedChanges)
      throw new Disagreement(`hasUnsavedChanges is false, and a quit restores ${this.#baseInFile}`);
  }

  async #request(method: string, url: string, body: unknown): Promise<boolean> {
    const { status, body: answer } = await this.world.request(method, url, body);
    const bodyText = body === undefined ? '' : ` ${written(body)}`;
    this.lines.push(`${method} ${url}${bodyText}${status === 200 ? '' : ` → ${status}`}`);
    if (status >= 500) throw new Disagreement(`${method} ${url} answers ${status}: ${answer}`);
    return status === 200;
  }

  async #edit(draw: Choices): Promise<void> {
    if (draw.chance(4)) {
      const nameless = [...this.world.service.objects].find(({ name }) => name === 'nameless')!;
      await this.#request('PUT', `/exposed/object/${nameless.id}/fade`, { value: draw.below(9) });
      return;
    }
    await this.#act(draw.chance(40) ? this.#heldAction(draw) : drawAction(draw));
    this.world.frame(draw.below(2));
  }

  /** Moves elements of a list in the scene file. */
  async #list(draw: Choices): Promise<void> {
    const lists = this.#held().filter(({ member }) => member.shape.of === 'array');
    if (lists.length === 0) return this.#edit(draw);
    await this.#act(drawListAction(draw, draw.pick(lists)));
    this.world.frame(draw.below(2));
  }

  #held(): readonly HeldMember[] {
    const text = this.world.files.texts.get(livePath);
    return text === undefined ? [] : heldMembers(text);
  }

  /** Edits a member in the scene file. */
  #heldAction(draw: Choices): Action {
    const held = this.#held();
    return held.length === 0 ? drawAction(draw) : drawAction(draw, draw.pick(held));
  }

  /** Makes a single edit after a save and checks whether it is unsaved. */
  async #alone(draw: Choices): Promise<void> {
    await this.#save();
    if (draw.chance(35)) await this.#restructure(draw);
    else await this.#act(this.#heldAction(draw));
    this.world.frame();
    await this.#check();
  }

  /** Marks unsaved values as saved without writing them; other values stay unchanged. */
  #markClean(draw: Choices): void {
    const handle = draw.pick([...this.world.service.objects]);
    this.lines.push(`markClean ${handle.sourceKey ?? handle.name}`);
    this.world.service.markClean(handle);
    this.#isCleanBySpec = true;
  }

  async #act({ method, path, body, key, edit }: Action): Promise<void> {
    const isDone = await this.#request(method, `/exposed/object/${key}/${path}`, body);
    if (isDone && edit !== undefined) this.#journal.push(edit);
  }

  /** Engine code writes a member. */
  #byCode(draw: Choices): void {
    const { method, path, body, key, edit } = drawAction(draw);
    const handle = this.world.service.objects.bySourceKey(key);
    if (method !== 'PUT' || handle === undefined || edit === undefined) return;
    // Code has values and not their texts.
    const { value } = JSON.parse(written(body)) as { value: unknown };
    try {
      const property = this.world.service.property(handle, path) as {
        set(value: unknown, origin: string): void;
      };
      property.set(value, 'host');
    } catch {
      return;
    }
    this.lines.push(`engine code: ${key}/${path} = ${JSON.stringify(value)}`);
    this.#journal.push(edit);
    this.#byEngine.push({ key, path: path.split('/') });
  }

  /** Law: adding or removing an object does not change other values. */
  async #arrive(draw: Choices): Promise<void> {
    const event = draw.pick<Event>([
      ...arrivals,
      { of: 'unload' },
      { of: 'destroy', key: 'moon' },
      { of: 'destroy', key: 'amp' },
      { of: 'guest' },
    ]);
    if ('key' in event && this.#destroyed.has(event.key)) return;
    const before = await this.#state();
    if (!this.world.happen(event)) return;
    this.lines.push(`it happens: ${JSON.stringify(event)}`);
    // A save writes an entry for it, so that it exists after the next start.
    if (event.of === 'guest') this.#journal.push(editOf(['guest']));
    this.world.frame();
    const others = overwritten(before, await this.#state());
    if (others.length > 0)
      throw new Disagreement(['adding or removing an object changes others', ...others].join('\n  '));
  }

  /** Objects that files and users add to a base scene are missing after another one is loaded. */
  get #isAnythingBrought(): boolean {
    const text = this.world.files.texts.get(livePath);
    const isUnknown = text === undefined;
    return isUnknown || /"@(op"\s*:\s*"new|prefab)"/.test(text) || this.world.isAnythingSpawned;
  }

  /** The engine loads another base scene. */
  #base(draw: Choices): void {
    const event: Event = { of: 'base', name: draw.pick(baseScenes) };
    if (this.#isAnythingBrought || !this.world.happen(event)) return;
    this.lines.push(`it happens: ${JSON.stringify(event)}`);
    this.world.frame();
    for (const key of this.#keys()) this.#destroyed.delete(key);
    this.#journal.push(editOfBase);
  }

  /** Another program replaces the open file, with this or another base scene, and it is loaded. */
  async #switch(draw: Choices): Promise<void> {
    if (this.#live.currentPath === undefined) return;
    const text = drawScene(draw);
    this.world.files.texts.set(livePath, text);
    this.lines.push(`--- ${livePath}`, text, '---');
    const base = baseOf(text);
    await this.#load(draw.chance(40) || base === undefined || base === this.world.base);
  }

  /**
   * Another program replaces the open file, which is loaded over edits. Law: its entries and the edits both stay, and
   * the next start reads the values of a save.
   */
  async #onTop(draw: Choices): Promise<void> {
    const { files, service } = this.world;
    if (this.#live.currentPath === undefined) return;
    const text = drawScene(draw);
    // Objects that a file removes or creates may have existed before, which is not checked here.
    if (/"@(op|prefab)"/.test(text) || baseOf(text) !== this.world.base || this.#isAnythingBrought) return;
    // Objects that a user or the open file removed stay pending until the next start.
    const removed = removedKeys(files.texts.get(livePath)!);
    if ([...this.#destroyed, ...removed].some((key) => text.includes(`"${key}`))) return;
    files.texts.set(livePath, text);
    this.lines.push(`--- ${livePath}`, text, '---', 'load');
    await this.world.settle(this.#live.loadCurrentData({ forceBaseSceneReload: false }));
    this.world.frame();
    if (service.hasUnsavedChanges) throw new Disagreement('a load leaves something unsaved');
    this.#journal = [editOfAll];
    await this.#save();
    const now = files.texts.get(livePath)!;
    const lost = pendingEntries(text).find((each) => !now.includes(each));
    if (lost !== undefined)
      throw new Disagreement(`a save after a load on top changes a pending entry\n${lost}`);
    await this.#requireRestored('a start after the load on top');
  }

  async #restructure(draw: Choices): Promise<void> {
    const what = draw.below(4);
    const before = this.#keys();
    let edit: Edit | undefined;
    if (what === 0) {
      const wrappers = ['lamp', 'rig', 'star', 'prop'];
      const text = this.world.files.texts.get(livePath);
      const placed = text === undefined ? [] : placedKeys(text);
      const key = draw.pick(draw.chance(50) && placed.length > 0 ? placed : wrappers);
      const above = draw.pick([...wrappers, null]);
      const parent = above === null ? null : this.world.service.objects.bySourceKey(above)?.id;
      if (parent === undefined) return;
      const isDone = await this.#request('PUT', `/exposed/object/${key}/@parent`, { parentId: parent });
      this.lines.push(`  (the parent is ${above})`);
      // An object whose parent was removed with it needs an entry for its new parent.
      const isTakenOut = key === 'lamp' && /"@parent"\s*:\s*"rig"/.test(text ?? '');
      // Any entry of a component of the game object may have its parent.
      const pair = Object.entries(besides).find((each) => each[0] === key || each[1].key === key);
      const keys = pair === undefined ? [key] : [pair[0], pair[1].key];
      if (isDone) edit = editOf(isTakenOut ? [...keys, 'rig'] : keys);
    } else if (what === 1) {
      const key = draw.pick(['new1', 'new2']);
      if (this.#destroyed.has(key)) return;
      if (before.has(key)) return;
      await this.#request('POST', '/exposed/function/maker/spawn', { args: [key] });
      edit = editOf([key]);
    } else if (what === 2) {
      const state = await this.#state();
      const some = Object.keys(kinds).filter((each) => before.has(each) && kinds[each] !== 'plain');
      const key = before.has('guest') && draw.chance(40) ? 'guest' : draw.pick(some);
      if (key === undefined) return;
      await this.#request('POST', '/exposed/function/maker/destroy', { args: [key] });
      const after = this.#keys();
      const removed = [...before].filter((each) => !after.has(each));
      for (const each of removed) this.#destroyed.add(each);
      this.#deadReferences.push(...referencesTo(new Set(removed), state));
      // An object that was moved out needs an entry for its parent.
      edit = editOf([...removed, ...['lamp', 'rig', 'star', 'prop'].filter((each) => after.has(each))]);
    } else {
      const [orphan] = this.#live.orphans;
      const sourceKey = orphan?.sourceKey ?? 'ghost';
      await this.#request('POST', '/exposed/orphans/remove', { sourceKey });
      edit = editOf([sourceKey]);
    }
    if (edit !== undefined) this.#journal.push(edit);
    this.world.frame();
  }

  #keys(): Set<string> {
    return new Set([...this.world.service.objects].flatMap(({ sourceKey }) => sourceKey ?? []));
  }

  async #save(): Promise<void> {
    this.lines.push('save');
    const before = new Map(this.world.files.texts);
    this.world.files.beginMoments();
    await this.world.settle(this.#live.save());
    this.#baseInFile = this.world.base;
    this.#requireTexts('a save', before, this.world.files.texts, this.#journal);
    this.#journal = [];
    this.#isCleanBySpec = false;
    this.#isImported = false;
    if (this.world.service.hasUnsavedChanges) throw new Disagreement('a save leaves something unsaved');
  }

  /** Law: entries of other objects than the edited ones, and the text around all entries, stay unchanged. */
  #requireTexts(
    what: string,
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
    journal: readonly Edit[],
  ): void {
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const old = before.get(path);
      const now = after.get(path);
      if (path.endsWith('startup.json') || old === now) continue;
      const edits = journal.filter(({ files }) => files.includes(path));
      if (now === undefined) throw new Disagreement(`${what} deletes ${path}`);
      if (edits.length === 0 && (old !== undefined || path !== livePath))
        throw new Disagreement(`${what} writes ${path}, which was not edited\n${now}`);
      const problem = old === undefined ? undefined : changedBeside(old, now, edits, path !== livePath);
      if (problem !== undefined)
        throw new Disagreement(`${what} changes more of ${path} than was edited: ${problem}\n${now}`);
    }
  }

  /** Writes during a save. */
  async #saveMeanwhile(draw: Choices): Promise<void> {
    const { files } = this.world;
    const before = new Map(files.texts);
    const during = this.#journal;
    this.#journal = [];
    this.lines.push('a save begins');
    const open = files.close();
    const saving = this.#live.save();
    await this.world.settle(Promise.race([saving, files.isWriting]));
    if (draw.chance(50)) await this.#edit(draw);
    else await this.#restructure(draw);
    open();
    await this.world.settle(saving);
    this.lines.push('the save is through');
    this.#baseInFile = this.world.base;
    this.#requireTexts('a save', before, files.texts, [...during, ...this.#journal]);
    this.#isCleanBySpec = false;
    this.#isImported = false;
    await this.#check();
  }

  /** A kill between two writes of a save: the next start works with the old or new state of each file. */
  async #kill(draw: Choices): Promise<void> {
    await this.#save();
    const { moments } = this.world.files;
    const at = draw.below(moments.length);
    this.lines.push(`(killed before write ${at + 1} of ${moments.length - 1})`);
    const world = await this.#fresh(moments[at]!, []);
    await world.settle(world.service.live!.save());
    // The next start has the same base scene, which the old file may not know.
    const isElsewhere = this.world.events.some(({ of }) => of === 'base');
    const edits: Edit[] = isElsewhere ? [editOfBase] : [];
    if (this.world.events.some(({ of }) => of === 'guest')) edits.push(editOf(['guest']));
    this.#requireTexts('a save after a kill', moments[at]!, world.files.texts, edits);
    await this.#leave(world);
  }

  /** A host that starts with these files and receives the same changes. */
  async #fresh(texts: ReadonlyMap<string, string>, before: readonly Event[] = []): Promise<World> {
    const world = new World(new MemoryFiles(texts));
    this.#worlds.add(world);
    await world.start(before);
    // Each change is in its frame, because removing an object may remove its new children.
    for (const event of this.world.events.slice(before.length)) {
      world.happen(event);
      world.frame();
    }
    world.frame(2);
    this.#requireNoExceptions(world);
    return world;
  }

  /** Law: the files contain the state, and another save changes nothing. */
  async #requireRestored(what: string): Promise<void> {
    const state = await this.#state();
    const { events, files } = this.world;
    const isDestroying = events.some(({ of }) => ['destroy', 'unload', 'asset', 'base'].includes(of));
    // Objects added before another base scene was loaded are removed with the first one.
    const isOnce = isDestroying || events.length === 0 || this.world.base !== 'Base';
    for (const before of isOnce ? [[]] : [[], events]) {
      const world = await this.#fresh(files.texts, before);
      const differing = differences(state, await readState(world), this.#isLeftOut);
      if (differing.length > 0)
        throw new Disagreement([`${what} has another state`, ...differing].join('\n  '));
      if (world.service.hasUnsavedChanges)
        throw new Disagreement(`${what} has something unsaved after the start`);
      const written = new Map(world.files.texts);
      await world.settle(world.service.live!.save());
      this.#requireTexts(`a save after ${what}`, written, world.files.texts, []);
      await this.#leave(world);
    }
  }

  readonly #isLeftOut = (key: string, path: readonly string[]): boolean => {
    const isAbout = (each: Place) =>
      each.key === key &&
      path.every((step, i) => i >= each.path.length || step === each.path[i]) &&
      path.length >= each.path.length;
    return this.#byEngine.some(isAbout) || (this.#deadReferences.some(isAbout) && this.#isSaidTwice(key));
  };

  #isSaidTwice(key: string): boolean {
    const texts = [...this.world.files.texts.values()];
    return texts.some((text) => text.split(new RegExp(`"@source"\\s*:\\s*"${key}[".]`)).length > 2);
  }

  #state(): Promise<State> {
    return readState(this.world);
  }

  async #restart(): Promise<void> {
    await this.#save();
    await this.#requireRestored('a restart');
    const next = await this.#fresh(this.world.files.texts);
    next.events.splice(0, next.events.length, ...this.world.events);
    await this.#leave(this.world);
    this.world = next;
    this.#byEngine = [];
    this.#deadReferences = [];
    this.lines.push('restart');
  }

  /** Law: unsaved values are those that a quit would lose. */
  async #check(): Promise<void> {
    if (this.#isCleanBySpec) return;
    const { files, service } = this.world;
    const state = await this.#state();
    const world = await this.#fresh(files.texts);
    const lost = differences(state, await readState(world), this.#isLeftOut);
    await this.#leave(world);
    const isUnsaved = service.hasUnsavedChanges;
    this.lines.push(`hasUnsavedChanges is ${isUnsaved}`);
    if (lost.length > 0 && !isUnsaved)
      throw new Disagreement(['hasUnsavedChanges is false, and a quit loses', ...lost].join('\n  '));
    if (lost.length > 0 || !isUnsaved) return;
    // A pending value may be lost unnoticed, so the save is checked.
    const before = new Map(files.texts);
    const wasImported = this.#isImported;
    await this.#save();
    if (wasImported) return;
    if ([...before].every(([path, text]) => files.texts.get(path) === text))
      throw new Disagreement('hasUnsavedChanges is true, and nothing would be lost');
  }

  /** Reloads the scene and its base scene, which restores the state of the files. */
  async #reload(): Promise<void> {
    if (this.#live.currentPath === undefined) return;
    await this.#load(true);
  }

  async #load(forceBaseSceneReload: boolean): Promise<void> {
    // For a file without a base scene, the next start uses the first one.
    const first: BaseScene = 'Base';
    if (baseOf(this.world.files.texts.get(livePath)!) === undefined)
      this.world.happen({ of: 'base', name: first });
    this.lines.push(forceBaseSceneReload ? 'load, with the base scene' : 'load');
    await this.world.settle(this.#live.loadCurrentData({ forceBaseSceneReload }));
    this.world.frame();
    this.world.events.length = 0;
    this.#baseInFile = this.world.base;
    this.#journal = [];
    this.#byEngine = [];
    this.#deadReferences = [];
    this.#destroyed.clear();
    this.#isCleanBySpec = false;
    this.#isImported = false;
    if (this.world.service.hasUnsavedChanges) throw new Disagreement('a load leaves something unsaved');
    await this.#requireRestored('a start after the load');
  }

  /** Imports a file: its values count as edits, and the open file stays open. */
  async #import(draw: Choices): Promise<void> {
    const path = `${folder}/other.live.json`;
    const text = drawScene(draw);
    const { base } = this.world;
    const isSwitching = baseOf(text) !== undefined && baseOf(text) !== base;
    if (isSwitching && this.#isAnythingBrought) return;
    this.world.files.texts.set(path, text);
    this.lines.push(`--- ${path}`, text, '---');
    const isDone = await this.#request('POST', '/exposed/import', { path: 'other.live.json' });
    this.world.files.texts.delete(path);
    this.world.frame();
    if (!isDone) return;
    if (this.world.base !== base)
      this.world.events.splice(0, this.world.events.length, { of: 'base', name: this.world.base });
    this.#journal.push(editOfAll);
    this.#isImported = true;
  }

  /** Applies the differences of one object to another as edits. */
  async #preset(draw: Choices): Promise<void> {
    const present = this.#keys();
    const rigs = Object.keys(kinds).filter((key) => kinds[key] === 'component' && present.has(key));
    const [from, to] = [draw.pick(rigs), draw.pick(rigs)];
    if (from === undefined || to === undefined) return;
    const { files, service } = this.world;
    const before = new Map(files.texts);
    const wasUnsaved = service.hasUnsavedChanges;
    const name = 'of-the-run';
    if (!(await this.#request('POST', '/api/presets/save', { id: from, name }))) return;
    const path = `${folder}/Presets/${name}.preset.json`;
    const preset = files.texts.get(path);
    if (preset === undefined) throw new Disagreement(`${path} does not exist`);
    files.texts.delete(path);
    this.#requireTexts('saving a preset', before, files.texts, []);
    if (service.hasUnsavedChanges !== wasUnsaved)
      throw new Disagreement(`saving a preset makes hasUnsavedChanges ${!wasUnsaved}`);
    files.texts.set(path, preset);
    if (await this.#request('POST', '/api/presets/load', { id: to, name }))
      this.#journal.push({ keys: [to], files: [livePath, settingsPath('Model.Rig')] });
    files.texts.delete(path);
    this.world.frame();
  }

  #reset(draw: Choices): void {
    if (draw.chance(50)) {
      this.lines.push('revertAllToDefault');
      const wasUnsaved = this.world.service.hasUnsavedChanges;
      this.#live.revertAllToDefault();
      if (wasUnsaved) this.#journal.push(editOfAll);
    } else {
      this.lines.push('resetAllToDefault');
      this.#live.resetAllToDefault();
      this.#journal.push(editOfAll);
      this.#byEngine = [];
    }
    this.#isCleanBySpec = true;
    this.world.frame();
  }

  async #end(draw: Choices): Promise<void> {
    if (draw.chance(50)) await this.#check();
    // A quit may lose pending values, which shows after all objects are added.
    const isQuitting = draw.chance(50) && !this.#isCleanBySpec && !this.world.service.hasUnsavedChanges;
    const afterQuit = isQuitting ? await this.#fresh(this.world.files.texts) : undefined;
    if (!isQuitting) {
      await this.#save();
      await this.#requireRestored('a restart at the end');
    }
    // Adds all objects that are pending.
    const late = [...arrivals];
    // An object that is missing in the file would be added.
    if (this.world.files.texts.get(livePath)?.includes('"guest"')) late.push({ of: 'guest' });
    this.lines.push('everything comes');
    // Objects added before the base scene was reloaded are removed with it and are not added again.
    const events = late.filter(
      (event) => !('key' in event && this.#destroyed.has(event.key)) && this.world.happen(event),
    );
    for (const event of events) afterQuit?.happen(event);
    for (const world of [this.world, afterQuit]) world?.frame(2);
    if (afterQuit !== undefined) {
      const lost = differences(await this.#state(), await readState(afterQuit), this.#isLeftOut);
      await this.#leave(afterQuit);
      if (lost.length > 0)
        throw new Disagreement(['hasUnsavedChanges was false, and a quit loses', ...lost].join('\n  '));
      await this.#save();
    }
    if (this.world.service.hasUnsavedChanges)
      throw new Disagreement('adding an object leaves something unsaved');
    await this.#requireRestored('a restart after everything came');
    await this.#save();
  }

  #requireNoExceptions({ log }: World): void {
    const problem = log.find((line) => /^(Exception|Error|Assert)/.test(line));
    if (problem !== undefined) throw new Disagreement(`it is logged: ${problem}`);
  }

  async #leave(world: World): Promise<void> {
    this.#worlds.delete(world);
    await world.stop();
  }

  async stop(): Promise<void> {
    for (const world of this.#worlds) await this.#leave(world).catch(() => {});
  }
}
