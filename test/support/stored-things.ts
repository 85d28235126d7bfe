import type { Json } from '../../src/service/common/json.js';
import { runToCompletion } from '../../src/service/common/run-to-completion.js';
import { diskFiles } from '../../src/service/files/disk/disk-files.js';
import { DocumentText } from '../../src/service/files/document/document-text.js';
import { formats } from '../../src/service/files/format.js';
import { LiveDocument } from '../../src/service/files/live-document.js';
import { OpenScene } from '../../src/service/files/open-scene.js';
import { ProjectFolder } from '../../src/service/files/project/project-folder.js';
import { ProjectSettings } from '../../src/service/files/project-settings.js';
import { SaveExamination } from '../../src/service/files/save/save-examination.js';
import { UnsavableReferences } from '../../src/service/files/save/unsavable-references.js';
import { createPlainHost } from '../../src/service/index.js';
import { packageVersion } from '../../src/service/package-version.js';
import { createModel, defineStored } from './stored-model.js';

class Part {
  a = 1;
  b = 'b';
}

class Box {
  n = 0;
  place = { x: 0, y: 0, z: 0 };
  part = new Part();
  parts: Part[] = [new Part(), partOf(2)];
  numbers = [1, 2];
  aim: Thing | null = null;
}

function partOf(a: number): Part {
  return Object.assign(new Part(), { a });
}

function boxOf(n: number): Box {
  return Object.assign(new Box(), { n });
}

class Thing {
  n = 0;
  s = 's';
  place = { x: 0, y: 0, z: 0 };
  part = new Part();
  parts: Part[] = [new Part(), partOf(2)];
  box = new Box();
  boxes: Box[] = [new Box(), boxOf(2)];
  names: (string | null)[] = ['x', 'y'];
  other: Thing | null = null;
}

export const keys = ['t0', 't1', 't2', 't3'];

export type Stage = ReturnType<typeof show>;

/** Objects whose values the service stores, like those of scene files. */
export function show() {
  const host = createPlainHost({ name: 'Test', log: () => {}, loop: 'own' });
  const reported = new Set<string>();
  const model = createModel(host, {
    isActive: true,
    changed: ({ handle, path }) => void reported.add(`${handle.sourceKey}/${path}`),
  });
  const { objects } = model;
  defineStored(model, Part, { a: 'Int32', b: 'String' }, { kind: 'struct' });
  const members = { n: 'Int32', place: 'Vector3', part: 'Part', parts: 'Part[]' };
  defineStored(model, Box, { ...members, numbers: 'Int32[]', aim: 'Thing?' }, { kind: 'struct' });
  defineStored(model, Thing, {
    ...members,
    s: 'String',
    box: 'Box',
    boxes: 'Box[]',
    names: 'String[]',
    other: 'Thing?',
  });
  for (const sourceKey of keys) objects.register(new Thing(), { sourceKey });
  const project = new ProjectFolder('/nowhere', diskFiles, host.log);
  const unregistered = new Map<string, object>();
  const settings = new ProjectSettings(model, host.application, packageVersion, project, host.log);
  const scene = new OpenScene(model, host, settings);
  scene.begin();

  const read = (text: string) =>
    LiveDocument.of(model, host, DocumentText.read('a.live.json', Buffer.from(text), formats.live));
  const examine = (isCopy: boolean) =>
    new SaveExamination(model, scene, settings, new UnsavableReferences(model, host.log), isCopy);
  return {
    model,
    read,
    open(document: LiveDocument) {
      scene.open(document, 'a.live.json');
      model.dirty.markAllClean();
    },
    put(key: string, path: string, value: Json, origin: 'user' | 'host') {
      const handle = objects.bySourceKey(key);
      if (handle === undefined) return;
      try {
        const property = model.resolver.property(handle, path);
        if (origin === 'host') model.writer.writeAsEngine(property, value);
        else model.writer.write(property, value, origin);
      } catch {
        // A refused write changes nothing.
      }
    },
    reset(key: string, path: string, origin: 'remote' | 'reset') {
      const handle = objects.bySourceKey(key);
      if (handle === undefined) return;
      try {
        model.writer.reset(model.resolver.property(handle, path), model.defaults.of(handle), origin);
      } catch {
        // A missing path is ignored.
      }
    },
    reorder(key: string, path: string, from: number, to: number) {
      try {
        const property = model.resolver.property(objects.bySourceKey(key)!, path);
        model.writer.reorder(property, from, to, 'user');
      } catch {
        // A missing element is ignored.
      }
    },
    remove(key: string, path: string, index: number) {
      try {
        const property = model.resolver.property(objects.bySourceKey(key)!, path);
        model.writer.remove(property, index, 'user');
      } catch {
        // A missing element is ignored.
      }
    },
    markClean(key: string) {
      const handle = objects.bySourceKey(key);
      if (handle !== undefined) model.dirty.markClean(handle);
    },
    /** Unregisters an object, or registers the last unregistered one or a new one. */
    toggle(key: string, isSame: boolean) {
      const handle = objects.bySourceKey(key);
      if (handle === undefined)
        objects.register((isSame && unregistered.get(key)) || new Thing(), { sourceKey: key });
      else {
        unregistered.set(key, handle.target);
        objects.unregister(handle);
      }
    },
    /**
     * @param between called between the steps that read the unsaved values
     * @param meanwhile called after these steps
     */
    save(between = () => {}, meanwhile = () => {}) {
      const examination = examine(false);
      const steps = examination.steps();
      let plan = steps.next();
      for (; !plan.done; plan = steps.next()) between();
      meanwhile();
      const built = runToCompletion(plan.value.scene);
      examination.commit();
      built.commit();
    },
    endFrame: () => model.changes.reportInline(),
    /** Registers an object to which files have pending references. */
    add(key: string) {
      objects.register(new Thing(), { sourceKey: key });
      host.tick();
    },
    /** The observable state: reported changes, values, unsaved members, and the text of a save. */
    state() {
      this.endFrame();
      const values = [...objects].map((handle) => model.texts.object(handle, Number.POSITIVE_INFINITY));
      const dirty = [...model.dirty.dirtyObjects()].map(({ owner, members }) => [
        objects.fileKey(owner.target),
        members.map(({ name }) => name),
      ]);
      const ids = new Map([...objects].map(({ id, sourceKey }) => [id, sourceKey!]));
      const text = values.join('\n').replace(/"\d+"/g, (id) => `"${ids.get(id.slice(1, -1))}"`);
      const written = runToCompletion(runToCompletion(examine(true).steps()).scene).text.text;
      const changed = [...reported].sort();
      reported.clear();
      return { changed, text, dirty: dirty.sort(), isUnsaved: scene.hasUnsavedChanges, written };
    },
  };
}
