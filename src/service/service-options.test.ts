import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposeClass } from './classes/expose-class.js';
import { createPlainHost } from './plain/plain-host.js';
import { RemoteControlService } from './service.js';

const host = createPlainHost({ name: 'Test' });

/** As plain JavaScript calls it, whatever the types say. */
const create = (options?: unknown) => () => new RemoteControlService(options as { host: typeof host });

const wrong: readonly [options: unknown, message: RegExp][] = [
  [undefined, /needs the option host: .*createPlainHost/],
  [{}, /needs the option host/],
  [{ host: 'localhost' }, /needs the option host/],
  [{ host, port: 80 }, /^RemoteControlService: there is no option "port"/],
  [{ host, languages: ['en'], translation: {} }, /"translation"; did you mean translations\?$/],
  [
    { host, http: { allowOrigin: ['*'] } },
    /^http: there is no option "allowOrigin"; did you mean allowOrigins\?$/,
  ],
  [{ host, http: { secret: 'x' } }, /"secret"; there are port, .*token/],
  [{ host, http: { port: '9095' } }, /^http\.port must be an integer .*, and is "9095"$/],
  [{ host, http: { port: 65_536 } }, /^http\.port must be .*65536$/],
  [{ host, http: { port: Number.NaN } }, /^http\.port must be /],
  [{ host, http: { token: '' } }, /^http\.token must be a text that is not empty/],
  [{ host, http: { token: 'open sesame' } }, /^http\.token must be .*without blanks/],
  [{ host, http: { readToken: 'geheim\u00e4' } }, /^http\.readToken must be .*ASCII/],
  [{ host, http: { token: 12_345 } }, /^http\.token must be [^\d]*$/],
  [
    { host, http: { engine: 'nodejs' } },
    /^http\.engine must be one of uws, node, auto, and is "nodejs"; did you mean node\?$/,
  ],
  [{ host, http: { allowOrigins: 'https://panel.example' } }, /^http\.allowOrigins must be an array/],
  [{ host, http: { allowHosts: [1] } }, /^http\.allowHosts must be an array/],
  [{ host, http: { pairing: 'ful' } }, /^http\.pairing must be one of full, read, .*; did you mean full\?$/],
  [
    { host, ui: { menuItems: [{ id: 'a', label: 'a', pageType: 'objcts' }] } },
    /^ui\.menuItems\[0\]: there is no page type "objcts"; did you mean objects\?$/,
  ],
  [{ host, ui: { menuItems: [{ id: 'a', lable: 'a' }] } }, /"lable"; did you mean label\?$/],
  [{ host, ui: { menuItems: {} } }, /^ui\.menuItems must be an array/],
  [
    { host, ui: { menuItems: [{ id: 'a' }] } },
    /^ui\.menuItems\[0\]\.label must be a string, and is undefined$/,
  ],
  [{ host, http: { bodyLimit: '1M' } }, /^http\.bodyLimit must be an integer above 0, and is "1M"$/],
  [{ host, http: { allowAddresses: ['300.1.1.1'] } }, /^300\.1\.1\.1 is no address such as /],
  [{ host, http: { authorize: 'x' } }, /^authorize must be a function/],
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
  test(`options that are refused: ${message.source}`, () =>
    assert.throws(create(options), atCaller(message)));

test('what is undefined is left out', () => {
  const http = { port: undefined, token: undefined, engine: undefined, allowHosts: undefined };
  assert.doesNotThrow(create({ host, http, project: undefined }));
});

test('an application without a name is refused', () => {
  for (const options of [undefined, {}, { name: '' }])
    assert.throws(() => createPlainHost(options as { name: string }), /needs a name: createPlainHost/);
});

test('options of a plain host that do not exist, or have no meaning, are refused', () => {
  for (const [options, message] of [
    [{ nam: 'x' }, /^createPlainHost: there is no option "nam"; did you mean name\?$/],
    [{ name: 'x', onQuit: 'exit' }, /^createPlainHost: onQuit must be a function, and is "exit"$/],
    [{ name: 'x', rate: '60' }, /^createPlainHost: rate is in frames per second/],
  ] as const)
    assert.throws(() => createPlainHost(options as never), atCaller(message));
});

test('calls of a service name the object, the path and the fix, at the caller', () => {
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
    [() => service.property(handle, 'leven' as never), /^lamp has no property leven/],
    [() => service.property(handle, 'level').set('x'), /^level: expected Single, got "x"/],
    [
      () => service.property(handle, 'level').set((() => 1) as never),
      /^level: expected Single, got a function/,
    ],
    [() => service.addHandler({} as never), /^addHandler: expected \{ routes: /],
  ] as const)
    assert.throws(call, atCaller(message));
});
