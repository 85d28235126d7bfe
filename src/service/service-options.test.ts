import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  [{ host, project: {} }, /^project\.folder must be the path of a folder/],
];

for (const [options, message] of wrong) {
  test(`options that are refused: ${message.source}`, () => assert.throws(create(options), { message }));
}

test('what is undefined is left out', () => {
  const http = { port: undefined, token: undefined, engine: undefined, allowHosts: undefined };
  assert.doesNotThrow(create({ host, http, project: undefined }));
});

test('an application without a name is refused', () => {
  for (const options of [undefined, {}, { name: '' }])
    assert.throws(() => createPlainHost(options as { name: string }), /needs a name: createPlainHost/);
});
