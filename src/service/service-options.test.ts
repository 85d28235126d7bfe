import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposeClass } from './classes/expose-class.js';
import { createPlainHost } from './plain/plain-host.js';
import { RemoteControlService } from './service.js';

const host = createPlainHost({ name: 'Test' });

/** Calls as plain JavaScript does, regardless of the types. */
const create = (options?: unknown) => () => new RemoteControlService(options as { host: typeof host });

const wrong: readonly [options: unknown, message: RegExp][] = [
  [undefined, /needs the option host: .*createPlainHost/],
  [{}, /needs the option host/],
  [{ host: 'localhost' }, /needs the option host/],
  [{ host, port: 80 }, /^RemoteControlService: unknown option "port"; did you mean "http\.port"\?$/],
  [{ host, token: 'x' }, /"token"; did you mean "http\.token"\?$/],
  [{ host, allowOrigins: [] }, /"allowOrigins"; did you mean "http\.allowOrigins"\?$/],
  [{ host, folder: 'show' }, /"folder"; did you mean "project\.folder"\?$/],
  [{ host, rate: 30 }, /"rate"; did you mean "rate" of createPlainHost\(\{ … \}\)\?$/],
  [{ host, languages: ['en'], translation: {} }, /"translation"; did you mean "translations"\?$/],
  [
    { host, http: { allowOrigin: ['*'] } },
    /^http: unknown option "allowOrigin"; did you mean "allowOrigins"\?$/,
  ],
  [{ host, http: { secret: 'x' } }, /"secret"; available: port, .*token/],
  [{ host, http: { port: '9095' } }, /^http\.port must be an integer .*, and is "9095"$/],
  [{ host, http: { port: 65_536 } }, /^http\.port must be .*65536$/],
  [{ host, http: { port: Number.NaN } }, /^http\.port must be /],
  [{ host, http: { token: '' } }, /^http\.token must be a non-empty string/],
  [{ host, http: { token: 'open sesame' } }, /^http\.token must be .*without spaces/],
  [{ host, http: { readToken: 'geheim\u00e4' } }, /^http\.readToken must be .*ASCII/],
  [{ host, http: { token: 12_345 } }, /^http\.token must be [^\d]*$/],
  [
    { host, http: { engine: 'nodejs' } },
    /^http\.engine must be one of uws, node, auto, and is "nodejs"; did you mean "node"\?$/,
  ],
  [{ host, http: { allowOrigins: 'https://panel.example' } }, /^http\.allowOrigins must be an array/],
  [
    { host, http: { allowOrigins: ['panel.example'] } },
    /^http\.allowOrigins: "panel\.example" is not an origin; .*"https:\/\/studio\.example"$/,
  ],
  [{ host, panel: '/nowhere/panel' }, /^panel must be the path of a folder with an index\.html/],
  [{ host, http: { allowHosts: [1] } }, /^http\.allowHosts must be an array/],
  [
    { host, http: { allowHosts: ['https://studio.local'] } },
    /^http\.allowHosts: "https:\/\/studio\.local" is not a host name; .*"studio\.local"$/,
  ],
  [{ host, project: { foldr: 'show' } }, /^project: unknown option "foldr"; did you mean "folder"\?$/],
  [
    { host, http: { pairing: 'ful' } },
    /^http\.pairing must be one of full, read, .*; did you mean "full"\?$/,
  ],
  [
    { host, ui: { menuItems: [{ id: 'a', label: 'a', pageType: 'objcts' }] } },
    /^ui\.menuItems\[0\]: unknown page type "objcts"; did you mean "objects"\?$/,
  ],
  [{ host, ui: { menuItems: [{ id: 'a', lable: 'a' }] } }, /"lable"; did you mean "label"\?$/],
  [{ host, ui: { menuItems: {} } }, /^ui\.menuItems must be an array/],
  [
    { host, ui: { menuItems: [{ id: 'a' }] } },
    /^ui\.menuItems\[0\]\.label must be a string, and is undefined$/,
  ],
  [{ host, http: { bodyLimit: '1M' } }, /^http\.bodyLimit must be an integer above 0, and is "1M"$/],
  [{ host, http: { allowAddresses: ['300.1.1.1'] } }, /^300\.1\.1\.1 is not an address/],
  [
    { host, http: { authorize: 'x' } },
    /^http\.authorize must be a function \(caller\) => Access or undefined, got "x"$/,
  ],
  [{ host, maxSubscribers: 0 }, /^maxSubscribers must be an integer above 0, and is 0$/],
  [{ host, autoSaveOnQuit: 'yes' }, /^autoSaveOnQuit must be true or false, and is "yes"$/],
  [{ host, languages: 'en' }, /^languages must be an array such as \['en', 'de'\], and is "en"$/],
  [{ host, project: {} }, /^project\.folder must be the path of a folder/],
];

/** An error with the message, and a stack that begins in this file. */
const atCaller = (message: RegExp) => (error: Error) => {
  assert.match(error.message, message);
  assert.match(error.stack!.split('\n    at ')[1]!, /service-options\.test/);
  return true;
};

for (const [options, message] of wrong)
  test(`refuses invalid options: ${message.source}`, () => assert.throws(create(options), atCaller(message)));

test('undefined options are ignored', () => {
  const http = { port: undefined, token: undefined, engine: undefined, allowHosts: undefined };
  assert.doesNotThrow(create({ host, http, project: undefined }));
});

test('an application without a name is refused', () => {
  for (const options of [undefined, {}, { name: '' }])
    assert.throws(() => createPlainHost(options as { name: string }), /needs a name: createPlainHost/);
});

test('unknown or meaningless options of a plain host are refused', () => {
  for (const [options, message] of [
    [{ nam: 'x' }, /^createPlainHost: unknown option "nam"; did you mean "name"\?$/],
    [
      { name: 'x', port: 1 },
      /^createPlainHost: unknown option "port"; did you mean "http\.port" of new RemoteControlService\(\{ … \}\)\?$/,
    ],
    [{ name: 'x', http: {} }, /"http"; did you mean "http" of new RemoteControlService/],
    [{ name: 'x', onQuit: 'exit' }, /^createPlainHost: onQuit must be a function, and is "exit"$/],
    [{ name: 'x', rate: '60' }, /^createPlainHost: rate is in frames per second/],
  ] as const)
    assert.throws(() => createPlainHost(options as never), atCaller(message));
});

test('an error of a service call names the object, the path and the fix, at the caller', () => {
  class Lamp {
    level = 1;
  }
  exposeClass(Lamp, { fields: { level: { type: 'Single' } } });
  const service = new RemoteControlService({ host });
  const handle = service.objects.register(new Lamp(), { sourceKey: 'lamp' });
  for (const [call, message] of [
    [
      () => service.tryGetValue(null as never, 'level', 'Single'),
      /^tryGetValue "level": expected the handle .* got null; /,
    ],
    [
      () => service.trySetValue('lamp' as never, 'level', 'Single', 1),
      /^trySetValue "level": .*got "lamp"; take .*resolve\(key\)/,
    ],
    [() => service.property(undefined as never, 'level'), /^property "level": .* got undefined; /],
    [() => service.property(handle, '' as never), /^property lamp: the path must be a non-empty string/],
    [
      () => service.property(handle, 'leven' as never),
      /^lamp has no property leven \(at "leven"\); did you mean "level"\?$/,
    ],
    [() => service.property(handle, 'level').set('x'), /^lamp\/level: expected Single, got "x"/],
    [
      () => service.property(handle, 'level').set((() => 1) as never),
      /^lamp\/level: expected Single, got a function/,
    ],
    [() => service.addHandler({} as never), /^addHandler: expected \{ routes: /],
  ] as const)
    assert.throws(call, atCaller(message));
});

test('meaningless calls are refused at the caller and change nothing', async () => {
  class Lens {
    focal = 1;
  }
  exposeClass(Lens, { kind: 'struct', fields: { focal: { type: 'Single' } } });
  class Spot {
    lens = new Lens();
    at = { x: 0, y: 0, z: 0 };
  }
  exposeClass(Spot, { fields: { lens: { type: Lens }, at: { type: 'Vector3' } } });
  const service = new RemoteControlService({ host });
  // These are calls of plain JavaScript.
  const { objects, classes, prompts, quit } = service as unknown as Record<
    string,
    Record<string, (...args: unknown[]) => unknown>
  >;
  const loose = service as unknown as Record<string, (...args: unknown[]) => unknown>;
  const spot = new Spot();
  const handle = service.objects.register(spot, { sourceKey: 'spot' });
  const circular: Record<string, unknown> = { focal: Number.NaN };
  circular.self = circular;
  const list: unknown[] = [Number.NaN];
  list.push(list);
  const property = (path: string) => loose.property!(handle, path) as { set(value: unknown): void };
  const route = (more: object) => () =>
    loose.addHandler!({ routes: [{ method: 'GET', path: '/lamps', ...more }] });
  for (const [call, message] of [
    [
      () => property('lens').set({ focal: 2, fokal: 3 }),
      /^spot\/lens: Lens has no member "fokal"; did you mean "focal"\?$/,
    ],
    [() => property('lens').set(circular), /^spot\/lens: Lens has no member "self"/],
    [() => property('lens').set(list), /^spot\/lens: the value refers to itself/],
    [() => property('at').set({ x: 1, w: 2 }), /^spot\/at: Vector3 has no member "w"/],
    [() => loose.create!('Lens', { fokal: 1 }), /^Lens: Lens has no member "fokal"/],
    [() => loose.convert!('Lens', { fokal: 1 }), /^Lens: Lens has no member "fokal"/],
    [() => quit!.onQuitRequesting!('x'), /^onQuitRequesting: expected a function, .* got "x"$/],
    [() => prompts!.raise!('text'), /^raise: expected an object of options, .* got "text"$/],
    [
      () => prompts!.raise!({ message: 'x' }, () => {}),
      /^raise: unknown option "message"; did you mean|available/,
    ],
    [
      () => prompts!.raise!({ titleKey: 'x' }, () => {}),
      /^raise: messageKey must be a string, and is undefined$/,
    ],
    [() => prompts!.raise!({ messageKey: 'x' }), /^raise: expected a function/],
    [() => classes!.undefine!('Spot'), /^undefine: expected an array of names, .* got "Spot"$/],
    [() => classes!.undefine!(['Spots']), /^undefine: unknown class or enum "Spots"; did you mean "Spot"\?$/],
    [
      () => objects!.register!(new Spot(), { name: 5 }),
      /^register: name must be a non-empty string, and is 5$/,
    ],
    [() => objects!.unregister!(), /^unregister: expected the handle of an object, got undefined; /],
    [() => objects!.observe!(), /^observe: expected an object of options/],
    [() => loose.asUser!(), /^asUser: expected a function/],
    [() => loose.markClean!(), /^markClean: expected the handle of an object/],
    [() => loose.present!({ lang: 'en' }), /^present: unknown option "lang"/],
    [route({}), /^addHandler: \/lamps: handle must be a function .* got undefined$/],
    [
      route({ method: 'FETCH', handle: () => '' }),
      /^addHandler: \/lamps: method must be one of .* and is "FETCH"/,
    ],
    [() => loose.addHandler!({ routes: [null] }), /^addHandler: a route needs a path/],
    [route({ path: '/api/status', handle: () => '' }), /\/api\/status/],
  ] as const)
    assert.throws(call, atCaller(message));
  for (const [call, message] of [
    [() => loose.publish!(), /^publish: expected an object of options/],
    [
      () => loose.publish!({ server: 'nats://127.0.0.1' }),
      /^publish: unknown option "server"; did you mean "servers"/,
    ],
    [() => loose.loadModule!(), /^loadModule: expected a URL or a path/],
    [() => loose.replaceObjects!(), /^replaceObjects: expected a function/],
  ] as const)
    await assert.rejects(async () => call(), atCaller(message));
  assert.deepEqual([spot.lens.focal, spot.at], [1, { x: 0, y: 0, z: 0 }]);
  assert.deepEqual([service.objects.size, service.classes.find('Spot') !== undefined], [1, true]);
});

test('a member value that does not match its declaration is refused', () => {
  const slider = { type: 'Slider', minValue: 0, maxValue: 1, step: 0.1 } as const;
  for (const [options, value, message] of [
    [{ type: 'String' }, 1, /^Member\d+\.held: expected String, got 1$/],
    [{ type: 'Vector3' }, { x: 1 }, /^Member\d+\.held: expected Vector3 \{x, y, z\}/],
    [
      { type: 'String', controller: slider },
      'x',
      /^Member\d+\.held: a Slider needs a number, and the type is String$/,
    ],
  ] as const) {
    class Member {
      held: unknown = value;
    }
    exposeClass(Member, { name: `Member${message.source.length}`, fields: { held: options } });
    const service = new RemoteControlService({ host });
    assert.throws(() => service.objects.register(new Member()), { message });
  }
});
