import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineStored } from '../../../../test/support/stored-model.js';
import { runToCompletion } from '../../common/run-to-completion.js';
import type { ExposedObjectHandle } from '../../index.js';
import { createPlainHost, RemoteControlService } from '../../index.js';
import { packageVersion } from '../../package-version.js';
import { diskFiles } from '../disk/disk-files.js';
import { OpenScene } from '../open-scene.js';
import { ProjectFolder } from '../project/project-folder.js';
import { ProjectSettings } from '../project-settings.js';
import { SaveExamination } from './save-examination.js';
import type { LaidOutDocument } from './saved-text.js';
import { UnsavableReferences } from './unsavable-references.js';

class Counter {
  level = 0;
}

/** A scene of a hundred objects without a file. */
function show() {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  const { objects, model } = service;
  defineStored(service, Counter, { level: 'Int32' });
  const handles = Array.from({ length: 100 }, (_, i) =>
    objects.register(new Counter(), { sourceKey: `c${i}` }),
  );
  const set = (handle: ExposedObjectHandle, level: number) =>
    service.property(handle, 'level' as never).set(level as never, 'user');
  const project = new ProjectFolder('/nowhere', diskFiles, host.log);
  const settings = new ProjectSettings(model, host.application, packageVersion, project, host.log);
  const scene = new OpenScene(model, host, settings);
  scene.begin();
  const save = () => new SaveExamination(model, scene, settings, new UnsavableReferences(model, host.log));
  const unregister = (handle: ExposedObjectHandle) => objects.unregister(handle);
  return { handles, set, save, unregister };
}

function levels(built: LaidOutDocument): Record<string, unknown> {
  const { objects } = JSON.parse(built.text.text);
  return Object.fromEntries(
    objects.map(({ '@source': key, level }: Record<string, unknown>) => [key, level]),
  );
}

test('an object that is removed during a save keeps its previous entry', () => {
  const { handles, set, save, unregister } = show();
  for (const handle of handles) set(handle, 1);
  const first = save();
  const built = runToCompletion(runToCompletion(first.steps()).scene);
  first.commit();
  built.commit();
  for (const handle of handles) set(handle, 2);
  const steps = save().steps();
  for (let i = 0; i < 10; i++) assert.equal(steps.next().done, false, 'the save takes more than ten steps');
  unregister(handles[0]!);
  unregister(handles[99]!);
  const plan = runToCompletion(steps);
  unregister(handles[1]!);
  const { c0, c1, c99 } = levels(runToCompletion(plan.scene));
  assert.deepEqual([c0, c1, c99], [1, 2, 1]);
});
