// Deliberately broken hosts: sim-host with one fault switched on. The harness must fail each on the rule that it breaks.

import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InlineOwners } from '../../dist/service/access/inline-owners.js';
import { ObjectTexts } from '../../dist/service/access/object-text.js';
import { Callers } from '../../dist/service/access/origin.js';
import { UnseenMembers } from '../../dist/service/access/unseen.js';
import { WritePlan } from '../../dist/service/access/write-plan.js';
import { EventStream } from '../../dist/service/events/event-stream.js';
import { HeldBytes } from '../../dist/service/held-bytes.js';
import { Notifications } from '../../dist/service/notifications/notifications.js';
import { ElementKeys } from '../../dist/service/objects/element-keys.js';
import { ElementRef } from '../../dist/service/objects/element-ref.js';
import { PathResolver } from '../../dist/service/objects/resolve.js';
import { diskFiles } from '../../dist/service/persistence/disk/disk-files.js';
import { LiveSceneSaveSystem } from '../../dist/service/persistence/live-scene.js';
import { ProjectFolder } from '../../dist/service/persistence/project-folder.js';
import { ExposedObjectSnapshot } from '../../dist/service/persistence/snapshot.js';
import { QuitController } from '../../dist/service/quit/quit-controller.js';
import { RemoteControlService } from '../../dist/service/service.js';
import { ExposedObjectDefaultRegistry } from '../../dist/service/state/defaults.js';
import { DirtyTracker } from '../../dist/service/state/tracker.js';
import { ClassTable } from '../../dist/service/types/class-table.js';
import { ExposedMember } from '../../dist/service/types/exposed-member.js';
import { TextWalk } from '../../dist/service/types/graph/text.js';
import { ValueMemberType } from '../../dist/service/types/value.js';
import { EngineLog } from '../../dist/sim-host/engine/log.js';
import { aroundRoute, changeAnswer, changeFiles, forgive, mapObjects, replace } from './patch.mjs';

const object = '/exposed/object/{id}';
const property = '/exposed/object/{id}/{path}';
const call = '/exposed/function/{id}/{path}';
const eachType = (change) => changeAnswer('GET', '/exposed/types', (json) => json.types.forEach(change));

/** Each names the rule that it breaks, and breaks it. */
export const faults = {
  'holds-without-bound': ['LIM-4', () => replace(HeldBytes.prototype, 'grow', () => () => {})],
  'shows-hidden-members': ['SVC-6', () => changeAnswer('GET', object, (json) => void (json.secret = 41))],
  'inlines-registered-children': [
    'OBJ-7',
    () =>
      changeAnswer('GET', object, (json) =>
        mapObjects(json, ({ '@ref': ref, ...rest }) => (ref ? rest : undefined)),
      ),
  ],
  'derived-members-first': [
    'OBJ-9',
    () => changeAnswer('GET', object, (json) => Object.fromEntries(Object.entries(json).reverse())),
  ],
  'query-loses-components': [
    'OBJ-12',
    () => changeAnswer('GET', '/exposed/objects', (json) => void json.objects.shift()),
  ],
  'writes-ids-to-files': [
    'OBJ-2',
    () => changeFiles((text) => text.replace('"@source"', '"@id": "1",\n      "@source"')),
  ],
  'reads-nested-by-default': [
    'DEP-1',
    () =>
      replace(
        ObjectTexts.prototype,
        'object',
        (make) =>
          function (handle) {
            return make.call(this, handle, Number.POSITIVE_INFINITY);
          },
      ),
  ],
  'stub-says-too-much': [
    'DEP-2',
    () =>
      changeAnswer('GET', object, (json) =>
        mapObjects(json, (each) => (each['@truncated'] ? { ...each, '@name': 'stub' } : undefined)),
      ),
  ],
  'arrays-consume-depth': [
    'DEP-3',
    () =>
      changeAnswer(
        'GET',
        object,
        (json) => void Object.keys(json).forEach((name) => Array.isArray(json[name]) && (json[name] = [])),
      ),
  ],
  'nested-flag-ignored': [
    'DEP-6',
    () => aroundRoute('GET', object, (handle, request) => handle({ ...plain(request), flag: () => false })),
  ],
  'truncates-broadcasts': [
    'DEP-9',
    () =>
      replace(
        EventStream.prototype,
        'propertyChanged',
        (note) =>
          function (subject, path, read) {
            note.call(this, subject, path, () =>
              read()?.replace(/\{"@type":"Coating"[^}]*\}/, '{"@type":"Coating","@truncated":true}'),
            );
          },
      ),
  ],
  'stub-wipes-child': [
    'DEP-11',
    () =>
      aroundRoute('PUT', object, (handle, request) => {
        const wiped = (value) => {
          if (Array.isArray(value)) return value.map(wiped);
          if (value === null || typeof value !== 'object') return value;
          if (value['@truncated']) return null;
          return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wiped(each)]));
        };
        return handle({ ...plain(request), body: wiped(request.body) });
      }),
  ],
  'expands-without-limit': [
    'DEP-13',
    () =>
      replace(
        ObjectTexts.prototype,
        'property',
        (property) =>
          function (ref) {
            return property.call(this, ref);
          },
      ),
  ],
  'cuts-at-a-depth': [
    'DEP-13',
    () =>
      replace(
        TextWalk.prototype,
        'value',
        (value) =>
          function (type, each, remaining) {
            return value.call(this, type, each, Math.min(remaining, 256));
          },
      ),
  ],
  'takes-read-only-members-of-bodies': [
    'ERR-10',
    () => replace(ValueMemberType.prototype, 'equal', () => () => true),
  ],
  'conditions-always-in-array': [
    'DSC-1',
    () =>
      eachType(({ properties }) =>
        properties.forEach((each) => each.visibility && (each.visibilityConditions = [each.visibility])),
      ),
  ],
  'collapsed-lost': [
    'DSC-5',
    () => eachType(({ properties }) => properties.forEach((each) => delete each.collapsed)),
  ],
  'parameter-selector-lost': [
    'DSC-9',
    () =>
      eachType(({ functions = [] }) =>
        functions.forEach(({ parameters }) => parameters.forEach((each) => delete each.controller)),
      ),
  ],
  'element-types-abstract-too': [
    'DSC-6',
    () =>
      eachType(({ properties }) => properties.forEach((each) => each.elementTypeOptions?.unshift('Shape'))),
  ],
  'excluded-names-shown': [
    'DSC-13',
    () =>
      changeAnswer('GET', '/exposed/enums', (json) =>
        json.enums.forEach(({ values }) =>
          values.push({ name: 'LastBone', value: 55, displayName: 'LastBone' }),
        ),
      ),
  ],
  'unknown-key-accepted': [
    'PTH-5',
    () => forgive('PUT', property, 'property-not-found', '{"value":0.5,"id":"1","path":"x","changed":true}'),
  ],
  'decodes-paths-twice': [
    'PTH-10',
    () =>
      replace(
        PathResolver.prototype,
        'property',
        (resolve) =>
          function (handle, path, ...rest) {
            return resolve.call(this, handle, path.replaceAll('%25', '%'), ...rest);
          },
      ),
  ],
  'takes-encoded-paths-for-names': [
    'PTH-10',
    () =>
      replace(
        PathResolver.prototype,
        'property',
        (resolve) =>
          function (handle, path, ...rest) {
            return resolve.call(this, handle, path.replaceAll(/%2F/gi, '%252F'), ...rest);
          },
      ),
  ],
  'loses-what-changes-its-key': [
    'PTH-11',
    () =>
      replace(
        ElementRef.prototype,
        'pinned',
        () =>
          function () {
            return this;
          },
      ),
  ],
  'resets-by-index': [
    'PTH-11',
    () =>
      replace(
        ElementKeys.prototype,
        'baseline',
        () => (_items, index, defaults, missing) => (index < defaults.length ? defaults[index] : missing),
      ),
  ],
  'functions-at-top-only': [
    'PTH-6',
    () =>
      aroundRoute('POST', call, (handle, request) =>
        request.path.includes('/') ? '{"result":null}' : handle(request),
      ),
  ],
  'unknown-asset-named': [
    'AST-7',
    () => changeStatus('GET', '/api/asset', '{"guid":"x","name":"x","type":""}'),
  ],
  'sub-assets-lose-their-type': [
    'AST-5',
    () => changeAnswer('GET', '/api/asset', (json) => json.guid.includes(':') && void (json.type = '')),
  ],
  'lists-overrides-as-orphans': [
    'ORP-2',
    () => getter(LiveSceneSaveSystem.prototype, 'orphans', (self) => self.pending),
  ],
  'orphan-only-hidden': [
    'ORP-4',
    () => replace(LiveSceneSaveSystem.prototype, 'removeOrphan', () => () => true),
  ],
  'second-answer-wins': [
    'PRM-4',
    () => changeAnswer('POST', '/api/confirm', (json) => void (json.settled = true)),
  ],
  'prompts-stay-up': ['PRM-5', () => dropEvents('confirm_dismiss')],
  'prompts-never-shown': ['PRM-2', () => dropEvents('confirm_request')],
  'assumes-frame-rate': [
    'PRF-2',
    () => changeAnswer('GET', '/api/performance', (json) => void (json.fps = 60)),
  ],
  'reports-heap': [
    'PRF-3',
    () => changeAnswer('GET', '/api/performance', (json) => void (json.memory = 1_000_000)),
  ],
  'names-any-scene': [
    'LSC-3',
    () => changeFiles((text) => text.replace('"metadata"', '"baseSceneName": "Rooftop",\n  "metadata"')),
  ],
  'forgets-unknown-types': ['LSC-6', () => changeFiles((text) => text.replace('"LaserShow"', '"Nothing"'))],
  'opens-newer-files': [
    'LSC-15',
    () =>
      replace(diskFiles, 'readBytes', (read) => async (path) => {
        const text = (await read.call(diskFiles, path))?.toString();
        return text && Buffer.from(text.replace('"formatVersion": 2', '"formatVersion": 1'));
      }),
  ],
  'export-overwrites-settings': [
    'OPS-7',
    () =>
      replace(
        ProjectFolder.prototype,
        'copy',
        () =>
          function (path) {
            return join(this.path, path);
          },
      ),
  ],
  'reset-follows-links': [
    'OPS-7',
    () =>
      replace(
        diskFiles,
        'list',
        () =>
          async function* (folder) {
            if (folder.length > 200) return;
            for (const name of await readdir(folder).catch(() => [])) {
              const found = await stat(join(folder, name)).catch(() => undefined);
              if (found !== undefined) yield { name, kind: found.isDirectory() ? 'folder' : 'file' };
            }
          },
      ),
  ],
  'loses-file-modes': [
    'LSC-14',
    () =>
      replace(diskFiles, 'write', (write) => async (path, content) => {
        await write.call(diskFiles, path, content);
        await chmod(path, 0o600);
      }),
  ],
  'leaves-temporary-files': ['LSC-14', () => replace(diskFiles, 'cleanUp', () => async () => {})],
  'reformats-files': ['LSC-16', () => changeFiles((text) => `${text} `)],
  'presets-are-whole': [
    'SNP-3',
    () => {
      // biome-ignore lint/correctness/useYield: its caller takes it in slices
      ExposedObjectSnapshot.captureDeltaInSlices = function* (_model, handle) {
        return ExposedObjectSnapshot.capture(handle);
      };
    },
  ],
  'engine-writes-are-edits': [
    'DRT-1',
    () =>
      replace(
        DirtyTracker.prototype,
        'noteChanged',
        (note) =>
          function (unit, member, origin) {
            note.call(this, unit, member, origin === 'host' ? 'user' : origin);
          },
      ),
  ],
  'mark-clean-moves-both': [
    'DRT-6',
    () =>
      replace(
        RemoteControlService.prototype,
        'markClean',
        (mark) =>
          function (handle) {
            mark.call(this, handle);
            this.model.defaults.recapture(handle);
          },
      ),
  ],
  'save-leaves-dirty': [
    'DRT-8',
    () =>
      replace(
        DirtyTracker.prototype,
        'beginSave',
        (begin) =>
          function () {
            const { rollback } = begin.call(this);
            return { commit: rollback, rollback };
          },
      ),
  ],
  'revert-resets-everything': [
    'DRT-12',
    () =>
      replace(
        LiveSceneSaveSystem.prototype,
        'revertAllInSlices',
        () =>
          function () {
            return this.resetAllInSlices();
          },
      ),
  ],
  'quits-without-asking': [
    'QUT-2',
    () =>
      replace(
        QuitController.prototype,
        'request',
        () =>
          async function () {
            this.force();
            return { accepted: true };
          },
      ),
  ],
  'forced-reload-ignored': [
    'OPS-2',
    () =>
      replace(
        LiveSceneSaveSystem.prototype,
        'loadCurrentDataFrom',
        (load) =>
          function (path) {
            return load.call(this, path);
          },
      ),
  ],
  'batch-stops-at-failure': [
    'END-9',
    () =>
      changeAnswer('POST', '/exposed/batch', ({ responses }) => {
        const failed = responses.findIndex(({ status }) => status !== 200);
        return { responses: failed < 0 ? responses : responses.slice(0, failed + 1) };
      }),
  ],
  'batch-out-of-order': [
    'END-7',
    () => changeAnswer('POST', '/exposed/batch', (json) => void json.responses.reverse()),
  ],
  'defaults-ignored': [
    'END-14',
    () =>
      changeAnswer(
        'POST',
        call,
        (json) => void (typeof json.result === 'string' && (json.result = json.result.replace('2', '0'))),
      ),
  ],
  'put-echoes-the-request': [
    'END-5',
    () =>
      changeAnswer('PUT', property, (json, request) => void (json.value = request.body?.value ?? json.value)),
  ],
  'drops-an-event': [
    'EVT-1',
    () => {
      let count = 0;
      replace(
        EventStream.prototype,
        'propertyChanged',
        (note) =>
          function (...args) {
            if (++count % 3 !== 0) note.apply(this, args);
          },
      );
    },
  ],
  'forwards-warnings': [
    'EVT-5',
    () =>
      replace(
        EngineLog.prototype,
        'write',
        (write) =>
          function (level, message) {
            write.call(this, level === 'Warning' ? 'Error' : level, message);
          },
      ),
  ],
  'error-without-message': [
    'ERR-5',
    () => changeStatus('GET', property, { status: 404, body: '{"message":"gone"}' }),
  ],
  'changes-of-code-unseen': ['EVT-12', () => replace(UnseenMembers.prototype, 'differences', () => () => [])],
  'shared-objects-told-once': ['EVT-12', () => replace(InlineOwners.prototype, 'find', () => () => [])],
  'failing-setter-keeps-its-value': [
    'ERR-8',
    () =>
      replace(
        WritePlan.prototype,
        'carryOut',
        (carryOut) =>
          function (carrier) {
            const { compares, units } = carrier;
            const forgetful = { current: { undo: [] } };
            for (const each of ['willSet', 'wasSet']) forgetful[each] = (...args) => units[each](...args);
            const known = (...args) => carrier.known(...args);
            carryOut.call(this, { compares, known, units: forgetful });
          },
      ),
  ],
  'getter-takes-its-object-along': [
    'ERR-7',
    () =>
      replace(
        ExposedMember.prototype,
        'read',
        () =>
          function (target) {
            return this.get(target);
          },
      ),
  ],
  'caller-forgotten-after-await': [
    'DRT-18',
    () => {
      let now;
      replace(Callers.prototype, 'run', () => (origin, action) => {
        const before = now;
        now = origin;
        try {
          return action();
        } finally {
          now = before;
        }
      });
      getter(Callers.prototype, 'current', () => now);
    },
  ],
  'gates-not-waited-for': [
    'QUT-11',
    () =>
      replace(
        QuitController.prototype,
        'onQuitRequesting',
        (add) =>
          function (gate) {
            return add.call(this, () => {
              const answer = gate();
              if (!(answer instanceof Promise)) return answer;
              answer.catch(() => {});
              return undefined;
            });
          },
      ),
  ],
  'clamps-instead-of-refusing': [
    'ERR-3',
    () => forgive('PUT', property, 'set-failed', '{"value":1,"id":"1","path":"x","changed":true}'),
  ],
  'notifications-uncut': [
    'LIM-3',
    () =>
      replace(
        Notifications.prototype,
        'notify',
        (notify) =>
          function (each) {
            notify.call(this, { ...each, message: each.message + each.message });
          },
      ),
  ],
  'shares-handlers': [
    'SVC-5',
    () => {
      let first;
      replace(
        RemoteControlService.prototype,
        'addHandler',
        (add) =>
          function (handler) {
            first ??= handler;
            add.call(this, first.constructor === handler.constructor ? first : handler);
          },
      );
    },
  ],
  'modules-unscanned': [
    'OBJ-10',
    () =>
      replace(
        RemoteControlService.prototype,
        'loadModule',
        () => (module, base) => import(new URL(module, base)),
      ),
  ],
  'enums-go-with-classes': [
    'DSC-14',
    () => {
      let isReset = false;
      replace(
        ClassTable.prototype,
        'reset',
        (reset) =>
          function () {
            isReset = true;
            reset.call(this);
          },
      );
      changeAnswer('GET', '/exposed/enums', () => (isReset ? { enums: [] } : undefined));
    },
  ],
  'hidden-means-shown': [
    'DSC-4',
    () =>
      eachType(({ functions }) => {
        for (const { visibilityConditions = [] } of functions)
          for (const condition of visibilityConditions) condition.showWhenMatch = true;
      }),
  ],
  'pictures-elsewhere': [
    'DSC-11',
    () =>
      changeAnswer('GET', property, (json) => {
        if (String(json.value).startsWith('/')) json.value = `http://localhost${json.value}`;
      }),
  ],
  'unknown-classes-unlisted': [
    'LSC-7',
    () =>
      changeAnswer('GET', '/exposed/orphans', ({ orphans }) => ({
        orphans: orphans.filter(({ type }) => type !== 'LaserShow'),
      })),
  ],
  'defaults-of-now': [
    'SNP-1',
    () =>
      replace(
        ExposedObjectSnapshot,
        'captureDefaults',
        () => (_, handle) => ExposedObjectSnapshot.capture(handle),
      ),
  ],
  'differences-are-whole': [
    'SNP-2',
    () =>
      replace(
        ExposedObjectSnapshot,
        'captureDelta',
        () => (_, handle) => ExposedObjectSnapshot.capture(handle),
      ),
  ],
  'new-handles-begin-anew': [
    'DRT-13',
    () =>
      replace(
        ExposedObjectDefaultRegistry.prototype,
        'ensureCaptured',
        () =>
          function (object) {
            this.recapture(object);
          },
      ),
  ],
  'settles-whatever-is-asked': [
    'QUT-8',
    () => changeAnswer('POST', '/api/confirm', () => ({ success: true, settled: true })),
  ],
  'gates-fail-in-silence': [
    'QUT-11',
    () =>
      replace(
        EngineLog.prototype,
        'write',
        (write) =>
          function (level, message) {
            if (!message.includes('gate')) write.call(this, level, message);
          },
      ),
  ],
  'builds-events-for-nobody': ['EVT-2', () => getter(EventStream.prototype, 'active', () => true)],
  'values-of-any-type': [
    'VER-3',
    () =>
      replace(
        RemoteControlService.prototype,
        'tryGetValue',
        () =>
          function (handle, path) {
            try {
              return this.property(handle, path).get();
            } catch {
              return undefined;
            }
          },
      ),
  ],
  'answers-undescribed': [
    'VER-1',
    () => changeAnswer('GET', '/api/performance', (json) => void (json.cpu = 0.5)),
  ],
};

function dropEvents(kind) {
  replace(
    EventStream.prototype,
    'emit',
    (emit) =>
      function (each, ...args) {
        if (each !== kind) emit.call(this, each, ...args);
      },
  );
}

function getter(prototype, name, get) {
  Object.defineProperty(prototype, name, {
    get() {
      return get(this);
    },
  });
}

/** What a failing request answers instead. */
function changeStatus(method, path, answer) {
  aroundRoute(method, path, (handle, request) => {
    try {
      return handle(request);
    } catch {
      return answer;
    }
  });
}

/** A request whose members can be replaced. */
function plain(request) {
  return {
    id: request.id,
    path: request.path,
    body: request.body,
    clientId: request.clientId,
    lastEventId: request.lastEventId,
    query: (name) => request.query(name),
    flag: (name) => request.flag(name),
  };
}
