// Broken hosts: the rule that each must fail, and how a proxy changes requests, answers, events or files.
import { chmodSync } from 'node:fs';

const object = /^\/exposed\/object\/[^/]+$/;
const property = /^\/exposed\/object\/[^/]+\/(?!.*\/reset$)./;
const objects = /^\/exposed\/objects$/;
const call = /^\/exposed\/function\/[^/]+\/./;
const types = /^\/exposed\/types$/;
const enums = /^\/exposed\/enums$/;
const batch = /^\/exposed\/batch$/;
const orphans = /^\/exposed\/orphans$/;
const asset = /^\/api\/asset$/;
const live = /^\/api\/live$/;
const confirm = /^\/api\/confirm$/;
const performance = /^\/api\/performance$/;
const heartbeat = /^\/api\/heartbeat$/;
const stream = /^\/api\/stream$/;
const anything = /^/;
/** A host that ignores the position from which an app resumes. */
const resumesNothing = request('GET', stream, without('last-event-id'));

/** Each entry names the rule that it breaks. */
export const faults = {
  // Objects and depths.
  'shows-hidden-members': ['SVC-6', answer('GET', object, (json) => void (json.secret = 41))],
  'answers-undescribed': ['VER-1', answer('GET', performance, (json) => void (json.cpu = 0.5))],
  'wrong-content-type': ['SVC-2', reply(({ headers }) => void (headers['content-type'] = 'text/plain'))],
  'inlines-registered-children': [
    'OBJ-7',
    answer('GET', object, (json) => mapObjects(json, ({ '@ref': ref, ...rest }) => (ref ? rest : undefined))),
  ],
  'dangling-references': [
    'OBJ-7',
    answer('GET', object, (json) => mapObjects(json, (each) => each['@ref'] && { ...each, '@ref': '99999' })),
  ],
  'shows-composites-without-type': [
    'OBJ-6',
    answer('GET', object, (json) =>
      mapObjects(json, ({ '@type': type, ...rest }) =>
        type && !('@id' in rest) && !('@ref' in rest) ? rest : undefined,
      ),
    ),
  ],
  'derived-members-first': [
    'OBJ-9',
    answer('GET', object, (json) => Object.fromEntries(Object.entries(json).reverse())),
  ],
  'query-omits-components': ['OBJ-12', answer('GET', objects, (json) => void json.objects.shift())],
  'query-ignores-types': ['END-2', request('GET', objects, (each) => ({ ...each, query: undefined }))],
  'reads-nested-by-default': [
    'DEP-1',
    request('GET', object, (each) => ({ ...each, query: each.query ?? 'nested' })),
  ],
  'nested-flag-ignored': [
    'DEP-6',
    request('GET', object, (each) => ({ ...each, query: each.query?.replace(/^nested.*$/, '') })),
  ],
  'stub-with-members': [
    'DEP-2',
    answer('GET', object, (json) =>
      mapObjects(json, (each) => each['@truncated'] && { ...each, '@name': 'stub' }),
    ),
  ],
  'arrays-consume-depth': [
    'DEP-3',
    answer('GET', object, (json) => {
      for (const name of Object.keys(json)) if (Array.isArray(json[name])) json[name] = [];
    }),
  ],
  'nested-without-references': [
    'DEP-5',
    answer('GET', object, (json, { query }) =>
      query?.startsWith('nested') ? mapObjects(json, (each) => each['@ref'] && {}) : undefined,
    ),
  ],
  'truncates-broadcasts': [
    'DEP-9',
    event((_kind, data) =>
      mapObjects(data, (each) => each['@type'] === 'Coating' && { '@type': 'Coating', '@truncated': true }),
    ),
  ],
  'stub-replaces-child': [
    'DEP-11',
    body('PUT', object, (json) => mapObjects(json, (each) => (each['@truncated'] ? null : undefined))),
  ],
  'cuts-at-a-depth': ['DEP-13', answer('GET', anything, (json) => cutAt(json, 300))],

  // Descriptors.
  'conditions-always-in-array': [
    'DSC-1',
    eachProperty((each) => each.visibility && void (each.visibilityConditions = [each.visibility])),
  ],
  'single-condition-in-array': [
    'DSC-2',
    eachProperty((each) => {
      if (each.visibility) each.visibilityConditions = [each.visibility];
      delete each.visibility;
    }),
  ],
  'inverted-conditions': [
    'DSC-4',
    eachFunction(({ visibilityConditions = [], visibility }) => {
      for (const condition of [...visibilityConditions, visibility])
        if (condition) condition.showWhenMatch = true;
    }),
  ],
  'collapsed-lost': ['DSC-5', eachProperty((each) => void delete each.collapsed)],
  'element-types-abstract-too': [
    'DSC-6',
    eachProperty((each) => void each.elementTypeOptions?.unshift('Shape')),
  ],
  'wrong-choice-sources': [
    'DSC-8',
    eachProperty(({ controller }) => {
      if (controller?.sourceProperty) controller.sourceProperty = 'none';
      if (controller?.sourcePropertyName) controller.sourcePropertyName = 'none';
    }),
  ],
  'parameter-selector-lost': [
    'DSC-9',
    eachFunction(({ parameters }) => {
      for (const each of parameters) delete each.controller;
    }),
  ],
  'wrong-image-urls': [
    'DSC-11',
    answer('GET', property, (json) => {
      if (String(json.value).startsWith('/')) json.value = `http://localhost${json.value}`;
    }),
  ],
  'excluded-names-shown': [
    'DSC-13',
    answer('GET', enums, (json) => {
      for (const { values } of json.enums)
        values.push({ name: 'LastBone', value: 55, displayName: 'LastBone' });
    }),
  ],

  // Paths.
  'confuses-keys': [
    'PTH-2',
    request('GET', property, (each) => ({ ...each, path: each.path.replace(/\["?[^\]]+\]/, '[0]') })),
  ],
  'unknown-key-accepted': ['PTH-5', forgives('PUT', property, 404)],
  'functions-at-top-only': [
    'PTH-6',
    answer('POST', call, (_json, { path }) => (path.split('/').length > 5 ? { result: null } : undefined)),
  ],
  'any-index-accepted': ['PTH-9', forgives('PUT', property, 404)],
  'decodes-paths-twice': [
    'PTH-10',
    request(undefined, property, (each) => ({ ...each, path: each.path.replaceAll('%25', '%') })),
  ],
  'encoded-paths-as-names': [
    'PTH-10',
    request(undefined, property, (each) => ({ ...each, path: each.path.replaceAll(/%2F/gi, '%252F') })),
  ],
  'loses-renamed-elements': [
    'PTH-11',
    answer(
      'PUT',
      property,
      (json, { path }) => void (json.path = decodeURIComponent(path.split('/').slice(4).join('/'))),
    ),
  ],

  // Reads, writes, functions and batches.
  'put-echoes-the-request': [
    'END-5',
    answer(
      'PUT',
      property,
      (json, { text }) => void (json.value = JSON.parse(text || '{}').value ?? json.value),
    ),
  ],
  'batch-out-of-order': ['END-7', answer('POST', batch, (json) => void json.responses.reverse())],
  'batch-stops-at-failure': [
    'END-9',
    answer('POST', batch, ({ responses }) => {
      const failed = responses.findIndex(({ status }) => status !== 200);
      return { responses: failed < 0 ? responses : responses.slice(0, failed + 1) };
    }),
  ],
  'batch-refuses-objects': [
    'END-10',
    body('POST', batch, (json) => ({
      requests: json.requests.map((each) =>
        each.path.endsWith('/no-such-object') || !object.test(each.path) ? each : { ...each, path: '/none' },
      ),
    })),
  ],
  'defaults-ignored': [
    'END-14',
    answer(
      'POST',
      call,
      (json) => void (typeof json.result === 'string' && (json.result = json.result.replace('2', '0'))),
    ),
  ],
  'clamps-values': ['ERR-3', forgives('PUT', property, 400)],
  'read-only-writable': ['ERR-4', forgives('PUT', property, 400)],
  'error-without-message': [
    'ERR-5',
    reply((each) => void (each.status >= 400 && setJson(each, { message: 'gone' }))),
  ],
  'generic-error-messages': [
    'ERR-5',
    reply((each) => void (each.status >= 400 && setJson(each, { error: 'Error' }))),
  ],
  'leaks-file-paths': ['ERR-9', leaks('(/home/show/scenes/live.json)')],
  'leaks-stacks': ['ERR-9', leaks('   at Host.Find (C:\\src\\Host.cs:line 12)')],
  'leaks-system-errors': ['ERR-9', leaks('ENOENT: no such file or directory')],
  'assumes-frame-rate': ['PRF-2', answer('GET', performance, (json) => void (json.fps = 60))],
  'reports-heap': ['PRF-3', answer('GET', performance, (json) => void (json.memory = 1_000_000))],

  // Assets and orphans.
  'refuses-guids': [
    'AST-1',
    body('PUT', property, (json) => ({ ...json, value: typeof json.value === 'string' ? null : json.value })),
  ],
  'cuts-keys-of-sub-assets': [
    'AST-2',
    answer('PUT', property, (json) =>
      mapObjects(json, (each) => each['@guid'] && { ...each, '@guid': each['@guid'].replace(/:.*/, '') }),
    ),
  ],
  'does-not-name-assets': ['AST-4', answer('GET', asset, (json) => void (json.name = ''))],
  'sub-assets-lose-their-type': [
    'AST-5',
    answer('GET', asset, (json) => void (json.guid.includes(':') && (json.type = ''))),
  ],
  'unknown-asset-named': [
    'AST-7',
    reply((each, { path }) => {
      if (asset.test(path) && each.status === 404) setJson(each, { guid: 'x', name: 'x', type: '' }, 200);
    }),
  ],
  'lists-overrides-as-orphans': [
    'ORP-2',
    answer(
      'GET',
      orphans,
      (json) => void json.orphans.push({ sourceKey: 'key-light', type: 'StageLight', properties: {} }),
    ),
  ],
  'orphan-only-hidden': [
    'ORP-4',
    body(
      'POST',
      /^\/exposed\/orphans\/remove$/,
      (json) => ({ ...json, sourceKey: 'none' }),
      (json) => void (json.removed = true),
    ),
  ],

  // Events and prompts.
  'drops-updates': ['EVT-1', event((kind, data) => (kind === 'exposed_object_updated' ? undefined : data))],
  'drops-an-event': [
    'EVT-1',
    everyThird((kind, data) => (kind === 'exposed_object_updated' ? undefined : data)),
  ],
  'forwards-warnings': [
    'EVT-5',
    body('POST', /^\/control\/log$/, (json) => ({
      ...json,
      level: json.level === 'Warning' ? 'Error' : json.level,
    })),
  ],
  'notifications-uncut': [
    'LIM-3',
    event((kind, data) =>
      kind === 'system_notification' ? { ...data, message: data.message + data.message } : data,
    ),
  ],
  'prompts-never-shown': ['PRM-2', event((kind, data) => (kind === 'confirm_request' ? undefined : data))],
  'second-answer-wins': ['PRM-4', answer('POST', confirm, (json) => void (json.settled = true))],
  'prompts-never-dismissed': [
    'PRM-5',
    event((kind, data) => (kind === 'confirm_dismiss' ? undefined : data)),
  ],
  'settles-unknown-prompts': ['PRM-6', answer('POST', confirm, () => ({ success: true, settled: true }))],
  'settles-every-prompt': ['QUT-8', answer('POST', confirm, () => ({ success: true, settled: true }))],

  // Ids, routes, headers and the forms of values.
  'numeric-ids': ['OBJ-1', answer('GET', object, (json) => void (json['@id'] = Number(json['@id'])))],
  'property-without-id': ['END-4', answer('GET', property, (json) => void delete json.id)],
  'lists-everything-nested': [
    'LIM-1',
    request('GET', objects, (each) => ({ ...each, query: each.query ?? 'nested' })),
  ],
  'missing-is-a-bad-request': ['ERR-1', reply((each) => void (each.status === 404 && (each.status = 400)))],
  'writes-first-member-only': [
    'ERR-8',
    body('PUT', object, ({ value }) => ({ value: Object.fromEntries(Object.entries(value).slice(0, 1)) })),
  ],
  'batch-hides-errors': [
    'END-8',
    answer('POST', batch, (json) => {
      for (const each of json.responses) if (each.status !== 200) each.body = {};
    }),
  ],
  'case-sensitive-routes': ['WIR-1', request('GET', /^\/EXPOSED\//, (each) => ({ ...each, path: '/none' }))],
  'case-insensitive-names': ['WIR-1', forgives('GET', property, 404)],
  'no-page-may-read': ['WIR-2', reply(({ headers }) => void delete headers['access-control-allow-origin'])],
  'every-page-may-write': ['WIR-3', request('PUT', property, without('origin'))],
  'event-times-as-numbers': [
    'WIR-4',
    event((_kind, data) => ({ ...data, timestamp: Date.parse(data.timestamp) })),
  ],
  'resumes-no-stream': ['WIR-5', resumesNothing],
  'forgets-the-first-event': ['EVT-13', resumesNothing],
  'one-client-for-all': ['WIR-6', answer('GET', heartbeat, (json) => void (json.clientId = 'app'))],
  'numbers-as-strings': [
    'WIR-7',
    answer('GET', anything, (json) =>
      JSON.parse(JSON.stringify(json, (_name, each) => (typeof each === 'number' ? String(each) : each))),
    ),
  ],
  'every-value-is-changed': ['WIR-8', answer('POST', /\/reset$/, (json) => void (json.changed = true))],
  'list-operation-without-list': ['WIR-9', answer('POST', property, () => ({}))],
  'omits-supported-methods': ['WIR-10', reply(({ headers }) => void delete headers.allow)],
  'omits-element-types': ['WIR-11', eachProperty((each) => void delete each.elementType)],

  // Connections.
  'loses-concurrent-requests': [
    'SVC-8',
    server((each) =>
      each.on('connection', (socket) =>
        socket.on('data', (data) => {
          if (data.toString('latin1').split(' HTTP/1.1').length > 2) socket.destroy();
        }),
      ),
    ),
  ],
  'two-lengths-accepted': [
    'SVC-8',
    server((each) =>
      each.on('clientError', (_error, socket) =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"responses":[]}'),
      ),
    ),
  ],

  // Unsaved edits and files.
  'never-unsaved': [
    'DRT-1',
    answer('GET', live, (json) => void Object.assign(json, { unsaved: false, objects: [] })),
  ],
  'always-unsaved': ['DRT-8', answer('GET', live, (json) => void (json.unsaved = true))],
  'unsaved-after-restore': ['DRT-2', keepsUnsaved()],
  'revert-resets-everything': [
    'DRT-12',
    request('POST', /revert/, (each) => ({ ...each, path: each.path.replace('revert', 'reset') })),
  ],
  'unknown-classes-unlisted': [
    'LSC-7',
    answer('GET', orphans, (json) => ({ orphans: json.orphans.filter(({ type }) => type !== 'LaserShow') })),
  ],
  'writes-ids-to-files': ['OBJ-2', file((text) => text.replace('"@source"', '"@id": "1",\n      "@source"'))],
  'names-any-scene': [
    'LSC-3',
    file((text) => text.replace('"metadata"', '"baseSceneName": "Rooftop",\n  "metadata"')),
  ],
  'forgets-unknown-types': ['LSC-6', file((text) => text.replace('"LaserShow"', '"Nothing"'))],
  'loses-file-modes': ['LSC-14', file((text, path) => chmodSync(path, 0o600) ?? text)],
  'opens-newer-files': ['LSC-15', file((text) => text.replace('"formatVersion": 2', '"formatVersion": 1'))],
  'reformats-files': ['LSC-16', file((text) => `${text} `)],
};

/** Changes the JSON of a successful answer: to the result of `change`, or in place. */
function answer(method, route, change) {
  return {
    answer: (each, request) => {
      if (each.status !== 200 || request.method !== method || !route.test(request.path)) return;
      const json = JSON.parse(each.bytes.toString());
      setJson(each, change(json, request) ?? json);
    },
  };
}

/** Changes any JSON answer. */
function reply(change) {
  return {
    answer: (each, request) =>
      each.headers['content-type']?.startsWith('application/json') && change(each, request),
  };
}

/** Answers with success if the host refuses with a status. */
function forgives(method, route, status) {
  const success = { value: 0.5, id: '1', path: 'x', changed: true };
  return reply((each, request) => {
    if (each.status === status && request.method === method && route.test(request.path))
      setJson(each, success, 200);
  });
}

/** Reports internals in each error. */
function leaks(more) {
  return reply((each) => {
    if (each.status !== 404) return;
    const { error, ...rest } = JSON.parse(each.bytes.toString());
    setJson(each, { error: `${error} ${more}`, ...rest });
  });
}

/** Changes a request before the host receives it. */
function request(method, route, change) {
  return {
    request: (each) =>
      (method === undefined || each.method === method) && route.test(each.path) ? change(each) : undefined,
  };
}

/** Removes a header from a request. */
function without(header) {
  return ({ headers: { [header]: _, ...headers }, ...each }) => ({ ...each, headers });
}

/** Changes the JSON of a request and of its answer. */
function body(method, route, change, changeAnswer) {
  return {
    ...request(method, route, (each) => {
      try {
        return { ...each, text: JSON.stringify(change(JSON.parse(each.text))) };
      } catch {
        return each;
      }
    }),
    ...(changeAnswer && answer(method, route, changeAnswer)),
  };
}

/** Changes the data of an event or drops it. */
function event(change) {
  return { event: change };
}

/** Repeats the last unsaved state. */
function keepsUnsaved() {
  let last;
  return answer('GET', live, (json) => {
    if (json.objects.length > 0) last = json;
    return last;
  });
}

function everyThird(change) {
  let count = 0;
  return { event: (kind, data) => (++count % 3 === 0 ? change(kind, data) : data) };
}

/** Replaces the listening server. */
function server(change) {
  return { server: change };
}

/** Changes the text of each file that the host writes. */
function file(change) {
  return { file: change };
}

function eachProperty(change) {
  return answer('GET', types, (json) => {
    for (const { properties = [] } of json.types) for (const each of properties) change(each);
  });
}

function eachFunction(change) {
  return answer('GET', types, (json) => {
    for (const { functions = [] } of json.types) for (const each of functions) change(each);
  });
}

function setJson(each, json, status = each.status) {
  each.status = status;
  each.bytes = Buffer.from(JSON.stringify(json));
}

/** Traverses JSON and replaces objects by the result of `visit`, unless that is false or undefined. */
function mapObjects(json, visit) {
  if (Array.isArray(json)) return json.map((each) => mapObjects(each, visit));
  if (json === null || typeof json !== 'object') return json;
  const mapped = Object.fromEntries(
    Object.entries(json).map(([name, each]) => [name, mapObjects(each, visit)]),
  );
  const replaced = visit(mapped);
  return replaced === undefined || replaced === false ? mapped : replaced;
}

function cutAt(json, depth) {
  if (json === null || typeof json !== 'object') return json;
  if (depth === 0) return null;
  if (Array.isArray(json)) return json.map((each) => cutAt(each, depth - 1));
  return Object.fromEntries(Object.entries(json).map(([name, each]) => [name, cutAt(each, depth - 1)]));
}
