import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { deferred } from '../../../test/support/deferred.js';
import {
  type Access,
  type Caller,
  createPlainHost,
  exposedClass,
  exposedField,
  exposedFunction,
  fullAccess,
  type LogEntry,
  RemoteControlService,
  readOnlyAccess,
} from '../index.js';

@exposedClass({ name: 'GuardedLens' })
class Lens {
  @exposedField({ type: 'Single' }) accessor focalLength = 50;
  @exposedField({ formerNames: ['oldSecret'] }) accessor secret = 'lens-secret';
  @exposedField({ type: 'Int32' }) accessor locked = 7;
  @exposedField({ nullable: true, type: 'GuardedLens' }) accessor spare: Lens | null = null;
}

@exposedClass({ name: 'GuardedMacro' })
class Macro extends Lens {
  @exposedField({ type: 'Int32' }) accessor rings = 1;
}

@exposedClass({ name: 'GuardedCue' })
class Cue {
  @exposedField({ key: true }) accessor name = 'a';
  @exposedField() accessor note = 'cue-note';
  @exposedField({ type: 'Single' }) accessor seconds = 1;
}

@exposedClass({ name: 'GuardedCode' })
class Code {
  @exposedField({ key: true }) accessor code = 'key-secret';
  @exposedField({ type: 'Int32' }) accessor uses = 0;
}

@exposedClass({ name: 'GuardedCamera', category: 'Cameras' })
class Camera {
  @exposedField({ type: 'Single' }) accessor exposure = 1;
  @exposedField({ formerNames: ['oldPin'] }) accessor pin = 'pin-secret';
  @exposedField() accessor serial = 'S-1';
  @exposedField({ type: 'String[]' }) accessor tags = ['front', 'wide'];
  @exposedField({ type: 'Vector3' }) accessor position = { x: 1, y: 2, z: 3 };
  @exposedField() accessor lens = new Lens();
  @exposedField({ type: [Cue] }) accessor cues = [new Cue()];
  @exposedField({ type: [Code] }) accessor codes = [new Code()];
  @exposedField({ nullable: true, type: 'GuardedCamera', controller: { type: 'ObjectSelector' } })
  accessor partner: Camera | null = null;
  @exposedField({ type: 'GuardedCamera[]' }) accessor friends: Camera[] = [];

  @exposedFunction({ returns: 'Int32' }) shoot() {
    return 1;
  }
  @exposedFunction() explode() {
    this.exposure = -1;
  }
  @exposedFunction({ returns: 'GuardedCamera', parameters: { who: { type: 'GuardedCamera' } } })
  meet(who: Camera | null) {
    return who?.pin === '' ? who : this.partner;
  }
  @exposedFunction({ returns: 'GuardedLens' }) takeLens() {
    return this.lens;
  }
}

const hidden = [
  'vault',
  'main/pin',
  'main/lens/secret',
  'main/lens/spare/secret',
  'main/cues/note',
  'main/codes/code',
];
const locked = ['main/serial', 'main/tags', 'main/lens/locked', 'main/cues/seconds', '/api/language'];
const forbidden = ['main/explode', '/api/commands/quit'];
const secrets = /lens-secret|pin-secret|cue-note|key-secret|vault|Vault/;

const guest: Access = {
  name: 'guest',
  read: (path) => !hidden.includes(path.replace(/^(open|plain|later)\b/, 'main')),
  write: (path) => !locked.includes(path),
  call: (path) => !forbidden.includes(path) && path !== 'main/takeLens',
};

const accesses: Record<string, Access | undefined> = {
  guest,
  twin: { ...guest },
  full: fullAccess,
  reader: readOnlyAccess,
  careful: { read: true, write: guest.write!, call: true },
  // Hidden values are nested deeper than the members of one type, or are objects of their own.
  deep: {
    read: (path) => path !== 'main/lens/spare/spare/secret' && path !== 'cue',
    write: (path) => path !== 'main/lens/spare/spare/locked',
    call: true,
  },
  none: {},
  broken: {
    read: () => {
      throw new Error('rule-secret');
    },
  },
  // Rules that return promises count as no permission.
  promising: { read: async () => true, write: async () => true, call: async () => true } as unknown as Access,
};

interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  readonly body: any;
}

for (const mode of ['now', 'later'] as const) {
  describe(`access with ${mode} decisions`, () => {
    const entries: LogEntry[] = [];
    const host = createPlainHost({ name: 'Test', log: (entry) => void entries.push(entry) });
    const asked: Caller[] = [];
    let authorize = (caller: Caller): Access | undefined => accesses[caller.token ?? ''];
    const service = new RemoteControlService({
      host,
      http: {
        port: 0,
        authorize: (caller) => {
          asked.push(caller);
          return mode === 'now' ? authorize(caller) : Promise.resolve().then(() => authorize(caller));
        },
      },
    });
    service.addHandler({
      routes: [
        {
          method: 'GET',
          path: '/ours',
          handle: ({ access }) => JSON.stringify({ who: access?.name ?? 'all' }),
        },
        { method: 'PUT', path: '/ours', handle: () => '{}' },
      ],
    });
    let url: string;
    let main: Camera;
    let vault: Camera;
    let vaultId: string;

    const ask = async (who: string, method: string, path: string, body?: unknown): Promise<Answer> => {
      const response = await fetch(url + path, {
        method,
        headers: { Authorization: `Bearer ${who}` },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
    };

    const status = async (who: string, method: string, path: string, body?: unknown) =>
      (await ask(who, method, path, body)).status;

    before(async () => {
      ({ url } = await service.start());
    });
    beforeEach(() => {
      for (const handle of [...service.objects]) service.objects.unregister(handle);
      [main, vault] = [new Camera(), new Camera()];
      const open = new Camera();
      main.partner = vault;
      main.friends = [open, vault];
      service.objects.register(main, { sourceKey: 'main', name: 'Main' });
      vaultId = service.objects.register(vault, { sourceKey: 'vault', name: 'Vault' }).id;
      service.objects.register(open, { sourceKey: 'open', name: 'Open' });
      main.pin = 'pin-secret';
      authorize = (caller) => accesses[caller.token ?? ''];
      entries.length = 0;
      asked.length = 0;
    });
    after(() => service.stop());

    test('an unknown caller gets 401 for any path that is not public', async () => {
      for (const path of [
        '/exposed/objects',
        '/exposed/object/nothing',
        '/nowhere',
        '/api/stream',
        '/ours',
      ]) {
        const answer = await ask('stranger', 'GET', path);
        assert.equal(answer.status, 401, path);
        assert.match(answer.text, /^\{"error":"Unauthorized/);
      }
      assert.equal(await status('stranger', 'PUT', '/exposed/object/main/exposure', { value: 2 }), 401);
      assert.equal(main.exposure, 1);
      assert.equal((await ask('stranger', 'GET', '/')).status, 200);
    });

    test('rules receive the caller unchanged', async () => {
      await fetch(`${url}/exposed/object/main/exp%6Fsure?clientId=tablet`, {
        headers: { 'X-Key': 'k', Authorization: 'Bearer guest' },
      });
      const { token, clientId, address, method, path, route } = asked[0]!;
      assert.deepEqual(
        { token, clientId, address, method, path, route },
        {
          token: 'guest',
          clientId: 'tablet',
          address: '127.0.0.1',
          method: 'GET',
          path: '/exposed/object/main/exp%6Fsure',
          route: '/exposed/object/{id}/{path}',
        },
      );
      assert.throws(() => asked[0]!.header('x-key'), /before the first await/);
      await fetch(`${url}/exposed/object/main/exposure`, { headers: { Authorization: 'Bearer guest' } });
      assert.match(asked[1]!.clientId, /^127\.0\.0\.1:\d+$/, 'also once its request is over');
      let header: string | undefined;
      authorize = (caller) => {
        if (mode === 'now') header = caller.header('X-Key');
        return fullAccess;
      };
      await fetch(`${url}/nowhere`, { headers: { 'X-Key': 'k' } });
      if (mode === 'now') assert.equal(header, 'k');
      assert.equal(asked.at(-1)!.route, undefined);
    });

    test('lists and objects show only visible members, at depth 1 and nested', async () => {
      for (const query of ['', '?nested', '?type=GuardedCamera', '?category=Cameras&nested']) {
        const list = await ask('guest', 'GET', `/exposed/objects${query}`);
        assert.equal(list.status, 200);
        assert.doesNotMatch(list.text, secrets, query);
        assert.deepEqual(
          list.body.objects.map((each: Record<string, unknown>) => each['@source']),
          ['main', 'open'],
        );
        const nested = query.includes('nested') ? '?nested' : '';
        const object = await ask('guest', 'GET', `/exposed/object/main${nested}`);
        assert.doesNotMatch(object.text, secrets);
        assert.deepEqual(object.body, list.body.objects[0]);
        assert.equal(object.body.partner, null);
        assert.deepEqual(
          object.body.friends.map((friend: Record<string, unknown> | null) => friend?.['@name']),
          ['Open', undefined],
        );
      }
      for (const who of ['full', 'reader']) {
        const { text } = await ask(who, 'GET', '/exposed/objects?nested');
        assert.match(text, /pin-secret.*lens-secret.*Vault/, who);
      }
      for (const who of ['none', 'promising'])
        assert.equal((await ask(who, 'GET', '/exposed/objects')).text, '{"objects":[]}', who);
    });

    test('a hidden path is answered like a missing one, however it is spelled', async () => {
      const unlike = async (method: string, path: string, missing: string, body?: unknown) => {
        const [hiddenAnswer, missingAnswer] = [
          await ask('guest', method, path, body),
          await ask('guest', method, missing, body),
        ];
        assert.equal(hiddenAnswer.status, 404, `${method} ${path}`);
        const plain = (text: string, from: string) => text.replaceAll(from.split('/').at(-1)!, '*');
        assert.equal(missingAnswer.status, 404, missing);
        assert.doesNotMatch(hiddenAnswer.text, /pin-secret|lens-secret|cue-note|key-secret/);
        return [plain(hiddenAnswer.text, path), plain(missingAnswer.text, missing)];
      };
      const [one, other] = await unlike('GET', '/exposed/object/main/pin', '/exposed/object/main/nix');
      assert.equal(one!.replaceAll('pin', '*'), other!.replaceAll('nix', '*'));
      const [object, noObject] = await unlike('GET', '/exposed/object/vault', '/exposed/object/nobody');
      assert.equal(object, noObject);
      for (const path of [
        'main/p%69n',
        'main/oldPin',
        'main/lens/secret',
        'main/lens.secret',
        'main/lens%2Fsecret',
        'main/lens%2Esecret',
        'main/lens/oldSecret',
        'main/cues/0/note',
        'main/cues[0].note',
        'main/cues[a]/note',
        'main/cues.0.note',
        'main/cues%5Ba%5D/note',
        'main/codes[key-secret]/uses',
        'main/codes/key-secret/uses',
        'main/partner/exposure',
        'main/friends/1/exposure',
        'vault/exposure',
        `${vaultId}/exposure`,
        vaultId,
      ]) {
        assert.equal(await status('guest', 'GET', `/exposed/object/${path}`), 404, path);
        assert.equal(await status('guest', 'PUT', `/exposed/object/${path}`, { value: 'x' }), 404, path);
        assert.equal(await status('guest', 'POST', `/exposed/object/${path}/reset`), 404, path);
      }
      const { id } = service.objects.resolve('main')!;
      for (const spelled of [
        `/exposed/object/${id}/pin`,
        '/EXPOSED/Object/main/pin',
        '/exposed/image/main/pin',
        `/exposed/image/${vaultId}/pin`,
      ]) {
        assert.equal((await ask('guest', 'GET', spelled)).status, 404, spelled);
      }
      // Each of these ways reaches the visible neighbours.
      for (const path of [
        'lens/focalLength',
        'lens.focalLength',
        'cues[a]/seconds',
        'cues/0.seconds',
        'codes/0/uses',
        'friends/0/exposure',
      ]) {
        assert.equal((await ask('guest', 'GET', `/exposed/object/main/${path}`)).status, 200, path);
      }
      assert.equal(vault.exposure, 1);
    });

    test('values omit their hidden parts', async () => {
      for (const [path, value] of [
        ['lens', { '@type': 'GuardedLens', focalLength: 50, locked: 7, spare: null }],
        ['cues', [{ '@type': 'GuardedCue', name: 'a', seconds: 1 }]],
        ['cues/0', { '@type': 'GuardedCue', name: 'a', seconds: 1 }],
        ['codes', [{ '@type': 'GuardedCode', uses: 0 }]],
        ['partner', null],
        ['position', { x: 1, y: 2, z: 3 }],
      ] as const) {
        const { body } = await ask('guest', 'GET', `/exposed/object/main/${path}`);
        assert.deepEqual(body.value, value, path);
      }
    });

    test('a write without permission gets 403 and changes nothing; a permitted one is applied', async () => {
      const put = (path: string, value: unknown, who = 'guest') =>
        ask(who, 'PUT', `/exposed/object/${path}`, { value });
      assert.equal((await put('main/exposure', 2)).body.value, 2);
      for (const [path, value] of [
        ['main/serial', 'S-2'],
        ['main', { serial: ['S', '-', '1'] }],
        ['main/tags', ['front']],
        ['main', { tags: ['front'] }],
        ['main', { tags: ['wide', 'front'] }],
        ['main/lens/locked', 8],
        ['main/lens.locked', 8],
        ['main/cues/0/seconds', 5],
        ['main/cues[a].seconds', 5],
        ['main/lens', { locked: 8 }],
        ['main/lens', { '@type': 'GuardedMacro', locked: 8 }],
        ['main/lens', { spare: { locked: 1 }, locked: 9 }],
        ['main/cues', [{ seconds: 9 }]],
        ['main/cues', [{ name: 'a' }, { name: 'b', seconds: 3 }]],
        ['main/cues/0', { seconds: 9 }],
        ['main', { exposure: 9, serial: 'S-2' }],
        ['main', { exposure: 9, lens: { locked: 8 } }],
        ['main', { exposure: 9, cues: [{ seconds: 9 }] }],
      ] as const) {
        const { status, text } = await put(path, value);
        assert.equal(status, 403, `${path}: ${text}`);
        assert.match(text, /^\{"error":"Not permitted/);
      }
      assert.equal((await put('main/serial', 'S-2')).body.error, 'Not permitted: write of main/serial');
      assert.equal(
        (await put('main/exposure', 5, 'reader')).body.error,
        'Not permitted: write of main/exposure',
      );
      for (const who of ['reader', 'none', 'promising']) {
        const { status } = await put('main/exposure', 5, who);
        assert.equal(status, who === 'promising' ? 404 : 403, who);
      }
      assert.equal((await put('main', { exposure: 5 }, 'reader')).status, 403);
      // The body makes no difference.
      for (const value of [{}, null, 1, { unknown: 1 }])
        assert.equal((await put('main', value, 'reader')).status, 403, JSON.stringify(value));
      const { serial, lens, cues, exposure } = main;
      assert.deepEqual([serial, lens.locked, cues[0]!.seconds, cues.length, exposure], ['S-1', 7, 1, 1, 2]);
    });

    test('an unknown member or function is answered with the nearest name that the caller may read', async () => {
      const error = async (path: string, who: string) =>
        (await ask(who, 'GET', `/exposed/object/main/${path}`)).body.error;
      assert.equal(
        await error('exposre', 'guest'),
        'Property not found: exposre (at "exposre"); did you mean "exposure"?',
      );
      assert.equal(await error('pinn', 'full'), 'Property not found: pinn (at "pinn"); did you mean "pin"?');
      assert.equal(await error('pinn', 'guest'), 'Property not found: pinn (at "pinn")');
      assert.equal(await error('pin', 'guest'), 'Property not found: pin (at "pin")');
      assert.match(await error('lens/secrte', 'full'), /; did you mean "secret"\?$/);
      assert.match(await error('lens/secrte', 'guest'), /\(at "secrte"\)$/);
      const { body } = await ask('guest', 'POST', '/exposed/function/main/exploed', {});
      assert.equal(
        body.error,
        'Function not found: GuardedCamera has no function exploed; did you mean "explode"?',
      );
      for (const who of ['guest', 'reader']) {
        const denied = await ask(who, 'POST', '/exposed/function/main/explode', {});
        assert.equal(denied.body.error, 'Not permitted: call of main/explode', who);
      }
    });

    test('a value that was read may be written back; its hidden parts stay', async () => {
      const { body } = await ask('guest', 'GET', '/exposed/object/main?nested');
      const written = await ask('guest', 'PUT', '/exposed/object/main', { value: { ...body, exposure: 3 } });
      assert.equal(written.status, 200, written.text);
      assert.doesNotMatch(written.text, secrets);
      assert.equal(main.exposure, 3);
      assert.deepEqual(
        [main.pin, main.lens.secret, main.cues[0]!.note],
        ['pin-secret', 'lens-secret', 'cue-note'],
      );
      assert.equal(main.partner, vault);
      assert.equal(main.friends[1], vault);
      const flat = await ask('guest', 'GET', '/exposed/object/main');
      assert.equal((await ask('guest', 'PUT', '/exposed/object/main', { value: flat.body })).status, 200);
    });

    test('a hidden member in a body is ignored like an unknown one, whatever its value', async () => {
      for (const value of ['pin-secret', 'wrong', 5]) {
        for (const body of [
          { pin: value },
          { oldPin: value },
          { lens: { secret: value } },
          { cues: [{ note: value }] },
        ]) {
          const { status, text } = await ask('guest', 'PUT', '/exposed/object/main', { value: body });
          assert.equal(status, 200, text);
          assert.doesNotMatch(text, secrets);
        }
      }
      assert.deepEqual(
        [main.pin, main.lens.secret, main.cues[0]!.note],
        ['pin-secret', 'lens-secret', 'cue-note'],
      );
    });

    test('a name with a slash does not take the rights of a member further inside', async () => {
      main.lens.spare = new Lens();
      const put = (value: object) => ask('deep', 'PUT', '/exposed/object/main/lens', { value });
      assert.equal((await put({ 'spare/focalLength': 1, spare: { focalLength: 35 } })).status, 200);
      assert.equal(main.lens.spare.focalLength, 35);
      assert.equal((await put({ spare: { locked: 8 }, 'spare/locked': 1 })).status, 200);
      assert.equal(main.lens.spare.locked, 8);
    });

    test('rights apply to large bodies and lists', async () => {
      const many = <T extends object>(each: T) =>
        Array.from({ length: 5000 }, (_, i) => ({ name: `${i}`, ...each }));
      for (const who of ['guest', 'careful'])
        for (const body of [
          { value: many({ seconds: 9 }) },
          { value: [...many({}), { name: 'last', seconds: 9 }] },
        ]) {
          const { status, text } = await ask(who, 'PUT', '/exposed/object/main/cues', body);
          assert.equal(status, 403, text.slice(0, 100));
          assert.deepEqual(
            main.cues.map(({ name }) => name),
            ['a'],
          );
        }
      const padding = 'x'.repeat(200_000);
      const append = { value: { name: padding, seconds: 9 } };
      assert.equal((await ask('guest', 'POST', '/exposed/object/main/cues', append)).status, 403);
      assert.equal(main.cues.length, 1);
      // Hidden elements do not exist for this writer.
      const hides = { value: many({ note: 'stolen' }) };
      assert.equal((await ask('guest', 'PUT', '/exposed/object/main/cues', hides)).status, 200);
      assert.equal(main.cues.length, 5000);
      assert.ok(main.cues.every(({ note }) => note === 'cue-note'));
      assert.ok(!(await ask('guest', 'GET', '/exposed/object/main/cues')).text.includes('cue-note'));

      const spare = {
        '@type': 'GuardedLens',
        secret: 'known',
        spare: { '@type': 'GuardedLens', secret: 'stolen' },
      };
      const lens = { value: { secret: 'known', spare, padding } };
      assert.equal((await ask('deep', 'PUT', '/exposed/object/main/lens', lens)).status, 200);
      assert.equal(main.lens.spare!.secret, 'known');
      assert.equal(main.lens.spare!.spare!.secret, 'lens-secret');
      const locks = { value: { spare: { spare: { locked: 9 } }, padding } };
      assert.equal((await ask('deep', 'PUT', '/exposed/object/main/lens', locks)).status, 403);
      assert.equal(main.lens.spare!.spare!.locked, 7);
      for (const path of ['object/main/lens', 'object/main?nested=1']) {
        const { status, text } = await ask('deep', 'GET', `/exposed/${path}`);
        assert.equal(status, 200);
        assert.match(text, /known/);
        assert.doesNotMatch(text, /lens-secret/, path);
      }
    });

    test('an inline element that is registered is hidden like its object', async () => {
      const { id } = service.objects.register(main.cues[0]!, { sourceKey: 'cue' });
      assert.match(
        (await ask('full', 'GET', '/exposed/object/main/cues')).text,
        new RegExp(`"@ref":"${id}"`),
      );
      assert.deepEqual((await ask('deep', 'GET', '/exposed/object/main/cues')).body.value, [null]);
      assert.doesNotMatch((await ask('deep', 'GET', '/exposed/object/main')).text, new RegExp(id));
    });

    test('references to hidden objects are answered like references to missing ones', async () => {
      const put = (reference: unknown) =>
        ask('guest', 'PUT', '/exposed/object/open/partner', { value: { '@ref': reference } });
      const missing = await put('987654321987');
      assert.equal(missing.status, 400);
      for (const reference of [vaultId, 'vault']) {
        const { status, text } = await put(reference);
        assert.equal(status, 400);
        assert.equal(text.replaceAll(reference, '*'), missing.text.replaceAll('987654321987', '*'));
      }
      const noId = { '@ref': '987654321987' };
      for (const [method, path, body] of [
        ['PUT', 'object/open/friends', { value: [noId] }],
        ['POST', 'object/open/friends', { value: noId }],
        ['POST', 'object/main/friends', { value: noId }],
        ['PUT', 'object/open', { value: { partner: noId } }],
        ['PUT', 'object/open', { value: { friends: [{ '@ref': 'main' }, noId] } }],
        ['POST', 'function/main/meet', { args: [noId] }],
        // It is already in the value, which is secret too.
        ['PUT', 'object/main/partner', { value: noId }],
        ['PUT', 'object/main/friends/1', { value: noId }],
      ] as const) {
        const toMissing = JSON.stringify(body);
        const toVault = toMissing.replace('987654321987', vaultId);
        const one = await ask('guest', method, `/exposed/${path}`, toVault);
        const other = await ask('guest', method, `/exposed/${path}`, toMissing);
        assert.equal(one.status, 400, path);
        assert.equal(one.text.replaceAll(vaultId, '*'), other.text.replaceAll('987654321987', '*'));
        const full = await ask('full', method, `/exposed/${path}`, toMissing);
        assert.equal(other.text, full.text, 'with the place in it that is wrong');
      }
    });

    test('replacing a composite needs the right to write all that is lost', async () => {
      main.lens.spare = new Lens();
      const { lens } = main;
      lens.locked = 9;
      for (const [path, value] of [
        ['main/lens', { '@type': 'GuardedMacro' }],
        ['main', { exposure: 5, lens: { '@type': 'GuardedMacro' } }],
        ['main/lens/spare', null],
        ['main/lens/spare', { '@ref': null }],
        ['main/lens', { spare: null }],
      ] as const) {
        const { status, text } = await ask('guest', 'PUT', `/exposed/object/${path}`, { value });
        assert.equal(status, 403, `${path}: ${text}`);
      }
      // Callers who see everything get the same answer.
      const macro = { value: { '@type': 'GuardedMacro' } };
      assert.equal((await ask('careful', 'PUT', '/exposed/object/main/lens', macro)).status, 403);
      // It is neither a member nor the prototype of one.
      const sly = '{"value":{"__proto__":{"@type":"GuardedMacro"}}}';
      assert.equal((await ask('guest', 'PUT', '/exposed/object/main/lens', sly)).status, 200);
      assert.equal(main.lens, lens);
      assert.deepEqual([lens.locked, lens.secret, lens.spare?.secret], [9, 'lens-secret', 'lens-secret']);
      assert.equal(main.exposure, 1);
      const replaced = await ask('full', 'PUT', '/exposed/object/main/lens', macro);
      assert.equal(replaced.body.value['@type'], 'GuardedMacro');
    });

    test('arrays are changed only by callers that may write them', async () => {
      const cues = '/exposed/object/main/cues';
      const appended = await ask('guest', 'POST', cues, { value: { name: 'b', note: 'mine' } });
      assert.equal(appended.status, 200, appended.text);
      assert.doesNotMatch(appended.text, secrets);
      assert.deepEqual(
        [main.cues[1]!.name, main.cues[1]!.note],
        ['b', 'cue-note'],
        'a hidden member was written',
      );
      assert.equal((await ask('guest', 'POST', cues, { value: { seconds: 4 } })).status, 403);
      assert.equal((await ask('guest', 'PATCH', cues, { fromIndex: 0, toIndex: 1 })).status, 200);
      assert.equal((await ask('guest', 'DELETE', `${cues}/0`)).status, 200);
      for (const [method, body] of [
        ['POST', undefined],
        ['PATCH', { fromIndex: 0, toIndex: 0 }],
        ['DELETE', { index: 0 }],
      ] as const) {
        assert.equal((await ask('reader', method, cues, body)).status, 403, method);
      }
      assert.equal(main.cues.length, 1);
    });

    test('a reset needs the right to write everything it sets', async () => {
      main.exposure = 4;
      main.lens.locked = 9;
      main.lens.focalLength = 20;
      assert.equal((await ask('guest', 'POST', '/exposed/object/main/exposure/reset')).status, 200);
      assert.equal((await ask('guest', 'POST', '/exposed/object/main/lens/focalLength/reset')).status, 200);
      for (const path of ['lens', 'serial', 'cues', 'lens/locked', 'cues/0/seconds']) {
        assert.equal((await ask('guest', 'POST', `/exposed/object/main/${path}/reset`)).status, 403, path);
      }
      assert.equal((await ask('reader', 'POST', '/exposed/object/main/exposure/reset')).status, 403);
      assert.deepEqual([main.exposure, main.lens.focalLength, main.lens.locked], [1, 50, 9]);
    });

    test('functions are called by permitted callers, and results show what these may read', async () => {
      const call = (path: string, who = 'guest', body?: unknown) =>
        ask(who, 'POST', `/exposed/function/${path}`, body);
      assert.equal((await call('main/shoot')).body.result, 1);
      for (const path of ['main/explode', 'main/EXPLODE', 'main/%65xplode', 'main/takeLens']) {
        assert.equal((await call(path)).status, 403, path);
      }
      for (const path of [
        'vault/shoot',
        `${vaultId}/shoot`,
        'main/partner/shoot',
        'main/friends/1/shoot',
        'main/nothing',
      ]) {
        assert.equal((await call(path)).status, 404, path);
      }
      // A hidden object is answered like a missing one, whether it has such a function or not.
      for (const name of ['shoot', 'nothing']) {
        main.partner = vault;
        const behindHidden = await call(`main/partner/${name}`);
        main.partner = null;
        assert.deepEqual(behindHidden, await call(`main/partner/${name}`));
      }
      main.partner = vault;
      assert.equal((await call('main/friends/0/shoot')).status, 200);
      for (const who of ['reader', 'none']) assert.notEqual((await call('main/shoot', who)).status, 200);
      assert.equal((await call('main/meet')).body.result, null, 'the result is a hidden object');
      assert.equal((await call('main/meet', 'full')).body.result['@name'], 'Vault');
      assert.equal(main.exposure, 1);
    });

    test('a rejected item of a batch affects no other', async () => {
      const { id } = service.objects.resolve('main')!;
      const { body, text, status } = await ask('guest', 'POST', '/exposed/batch', {
        requests: [
          { method: 'PUT', path: '/exposed/object/main/exposure', body: { value: 6 } },
          { method: 'PUT', path: '/exposed/object/main/serial', body: { value: 'x' } },
          { method: 'put', path: `/exposed/object/${id}`, body: { value: { serial: 'x' } } },
          { method: 'GET', path: '/exposed/object/main/pin' },
          { method: 'GET', path: '/exposed/object/vault' },
          { method: 'POST', path: '/exposed/function/main/explode' },
          { method: 'GET', path: '/exposed/object/main?nested' },
          { method: 'POST', path: '/api/commands/quit' },
        ],
      });
      assert.equal(status, 200);
      assert.deepEqual(
        body.responses.map((each: { status: number }) => each.status),
        [200, 403, 403, 404, 404, 403, 200, 404],
      );
      assert.doesNotMatch(text.replace(/Object not found: vault/, ''), secrets);
      assert.deepEqual([main.exposure, main.serial], [6, 'S-1']);
    });

    test('any known caller may GET other routes; other methods depend on the route', async () => {
      for (const path of [
        '/api/status',
        '/api/performance',
        '/api/language',
        '/exposed/types',
        '/exposed/enums',
        '/exposed/orphans',
        '/ui/info',
        '/api/heartbeat',
      ]) {
        assert.equal((await ask('none', 'GET', path)).status, 200, path);
      }
      assert.equal((await ask('none', 'POST', '/api/heartbeat')).status, 200);
      for (const [method, path] of [
        ['POST', '/api/commands/quit'],
        ['POST', '/API/Commands/Quit/'],
        ['POST', '/api/commands/reset'],
        ['POST', '/api/confirm'],
        ['POST', '/exposed/export'],
        ['POST', '/exposed/import'],
        ['POST', '/exposed/orphans/remove'],
        ['PUT', '/api/language'],
        ['PUT', '/ours'],
      ] as const) {
        assert.equal((await ask('reader', method, path, {})).status, 403, path);
      }
      assert.equal((await ask('guest', 'POST', '/api/commands/quit')).status, 403);
      assert.equal((await ask('guest', 'PUT', '/api/language', { language: 'ja' })).status, 403);
      assert.equal((await ask('guest', 'PUT', '/ours', {})).status, 200);
      assert.equal((await ask('guest', 'GET', '/ours')).body.who, 'guest');
      assert.equal((await ask('full', 'GET', '/ours')).body.who, 'all');
      assert.equal(service.localization.current, 'en');
    });

    test('every route of the service with another method than GET is governed', async () => {
      for (const { method, path } of service.routes) {
        // A pairing caller has no rights yet and needs none.
        if (method === 'GET' || path === '/api/heartbeat' || path === '/api/pair') continue;
        const at = path
          .replace('{id}', 'main')
          .replace('{path}', path.includes('function') ? 'shoot' : 'exposure');
        const body = method === 'PUT' ? { value: path.includes('{path}') ? 2 : { exposure: 2 } } : {};
        const { status } = await ask('reader', method, at, body);
        if (path === '/exposed/batch') assert.equal(status, 400, 'its items are asked for');
        else assert.equal(status, 403, `${method} ${path}`);
      }
    });

    test('selectors offer only visible objects', async () => {
      const options = async (who: string) => {
        const { body } = await ask(who, 'GET', '/exposed/types?type=GuardedCamera');
        const partner = body.types[0].properties.find(({ name }: { name: string }) => name === 'partner');
        return partner.controller.options.map(({ name }: { name: string }) => name);
      };
      assert.deepEqual(await options('guest'), ['Main', 'Open']);
      assert.deepEqual(await options('full'), ['Main', 'Vault', 'Open']);
    });

    test('an exception in rules fails that request with 500 and is logged, not sent', async () => {
      const { status, text } = await ask('broken', 'GET', '/exposed/object/main');
      assert.equal(status, 500);
      assert.equal(text, '{"error":"Internal error"}');
      assert.ok(
        entries.some(({ level, message }) => level === 'Exception' && message.includes('rule-secret')),
      );
      assert.equal((await ask('broken', 'GET', '/exposed/objects')).status, 500);
      authorize = () => ({
        read: (path) => {
          if (path === 'open/exposure') throw new Error('late-secret');
          return true;
        },
      });
      const list = await ask('guest', 'GET', '/exposed/objects');
      assert.deepEqual([list.status, list.text], [500, '{"error":"Internal error"}']);
      assert.ok(entries.some(({ message }) => message.includes('late-secret')));
      authorize = (caller) => accesses[caller.token ?? ''];
      assert.equal((await ask('guest', 'GET', '/exposed/object/main')).status, 200);
    });

    test('an exception or an invalid result of authorize fails that request with 500', async () => {
      for (const answer of [() => assert.fail('hook-secret'), () => true as never, () => 'guest' as never]) {
        entries.length = 0;
        authorize = answer;
        for (const [method, path] of [
          ['GET', '/exposed/object/main'],
          ['PUT', '/exposed/object/main/exposure'],
          ['GET', '/api/stream'],
        ] as const) {
          const answer = await ask('guest', method, path, method === 'PUT' ? { value: 3 } : undefined);
          assert.equal(answer.status, 500);
          assert.equal(answer.text, '{"error":"Internal error"}');
        }
        assert.match(entries[0]!.message, /hook-secret|authorize must answer with an access/);
      }
      assert.equal(main.exposure, 1);
    });

    test('an invalid body is reported only to callers who may send one', async () => {
      const exposure = '/exposed/object/main/exposure';
      assert.equal(await status('stranger', 'PUT', exposure, '{'), 401);
      assert.equal(await status('guest', 'PUT', exposure, '{'), 400);
      // The body is announced and never sent, so the server must not wait for it.
      const refused = (who: string) =>
        new Promise((resolve, reject) => {
          const headers = { Authorization: `Bearer ${who}`, 'Content-Length': 9 * 1024 * 1024 };
          const sent = request(`${url}${exposure}`, { method: 'PUT', headers }, (answer) => {
            resolve(answer.statusCode);
            sent.destroy();
          });
          sent.on('error', reject);
          sent.flushHeaders();
        });
      assert.equal(await refused('stranger'), 401);
      assert.equal(await refused('guest'), 413);
      authorize = () => assert.fail('hook-secret');
      assert.equal(await refused('guest'), 500);
      authorize = (caller) => accesses[caller.token ?? ''];
      const large = `{"value":"${'x'.repeat(9 * 1024 * 1024)}"}`;
      assert.equal(await status('guest', 'PUT', exposure, large).catch(() => 413), 413);
    });

    describe('the stream', () => {
      /** Events in the order of arrival. */
      async function subscribe(who: string, lastEventId?: string, query = '') {
        const response = await fetch(`${url}/api/stream?access_token=${who}${query}`, {
          headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
        });
        assert.equal(response.status, 200);
        const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
        let text = '';
        const until = async (isDone: () => boolean) => {
          while (!isDone()) {
            const { value, done } = await chunks.next();
            assert.ok(!done, 'the stream ended');
            text += value;
          }
          const events = text;
          text = '';
          return events;
        };
        return {
          connected: await until(() => text.includes('"connected"')),
          /** All events up to a notification, which every caller receives. */
          upTo: (message: string) => until(() => text.includes(message) && text.endsWith('\n\n')),
          close: () => chunks.return?.(),
        };
      }
      let count = 0;
      /** A notification that follows all events of this frame. */
      const frame = () => {
        const message = `mark-${++count}`;
        service.notifications.notify({ type: 'info', title: 'mark', message });
        return message;
      };
      const data = (text: string) =>
        [...text.matchAll(/^data: (.*)$/gm)]
          .map((match) => JSON.parse(match[1]!).data)
          .filter(({ type }) => type !== 'system_notification');

      test('an unknown caller gets no stream', async () => {
        const { status } = await fetch(`${url}/api/stream?access_token=stranger`);
        assert.equal(status, 401);
      });

      test('events contain only visible values', async () => {
        const [some, all, reader] = [
          await subscribe('guest'),
          await subscribe('full'),
          await subscribe('reader'),
        ];
        main.exposure = 8;
        main.pin = 'pin-secret-2';
        main.lens.secret = 'lens-secret-2';
        service.notifyChanged(main, 'lens');
        service.property(service.objects.resolve('main')!, 'cues/0/note').set('cue-note-2');
        service.property(service.objects.resolve('main')!, 'cues/0/name').set('z');
        vault.exposure = 3;
        main.partner = vault;
        const mark = frame();
        const text = await some.upTo(mark);
        assert.doesNotMatch(text, secrets);
        const events = data(text).filter(({ type }) => type === 'exposed_object_updated');
        assert.deepEqual(
          events.map(({ path, value }) => [path, value?.focalLength ?? value]),
          [
            ['exposure', 8],
            ['lens', 50],
            ['cues/0/name', 'z'],
            ['partner', null],
          ],
        );
        for (const each of [all, reader])
          assert.match(await each.upTo(mark), /pin-secret-2[\s\S]*lens-secret-2[\s\S]*cue-note-2/);
        await Promise.all([some.close(), all.close(), reader.close()]);
      });

      test('registrations of visible objects are sent, also for removed ones', async () => {
        const [some, keys] = [
          await subscribe('guest'),
          await subscribe('guest', undefined, '&source&kinds=exposed_objects_changed,system_notification'),
        ];
        const begin = frame();
        for (const each of [some, keys]) await each.upTo(begin);
        const plain = service.objects.register(new Camera(), { sourceKey: 'plain' });
        service.objects.unregister(service.objects.resolve('vault')!);
        const mark = frame();
        const [event, ...more] = data(await some.upTo(mark));
        assert.deepEqual([event.added, event.removed, more.length], [[plain.id], [], 0]);
        const [sourced] = data(await keys.upTo(mark));
        assert.deepEqual(sourced.sources, { [plain.id]: 'plain' });
        service.objects.register(vault, { sourceKey: 'vault' });
        const second = frame();
        assert.deepEqual(data(await some.upTo(second)), []);
        service.objects.unregister(plain);
        const third = frame();
        assert.deepEqual(
          data(await some.upTo(third)).map(({ removed }) => removed),
          [[plain.id]],
        );
        await Promise.all([some.close(), keys.close()]);
      });

      test('missed events are replayed with the rights of the caller', async () => {
        const all = await subscribe('full');
        const cursor = /"cursor":"([^"]+)"/.exec(all.connected)![1]!;
        const first = frame();
        await all.upTo(first);
        main.exposure = 9;
        main.pin = 'pin-secret-3';
        service.objects.register(new Camera(), { sourceKey: 'later' });
        service.objects.unregister(service.objects.resolve('vault')!);
        vault.exposure = 4;
        await all.upTo(frame());
        const back = await subscribe('guest', cursor);
        const last = frame();
        const text = back.connected + (await back.upTo(last));
        assert.match(text, /"resume":"resumed"/);
        assert.doesNotMatch(text, secrets);
        assert.match(text, /"value":9/);
        assert.doesNotMatch(text, new RegExp(vaultId));
        assert.match(text, new RegExp(service.objects.resolve('later')!.id));
        await Promise.all([all.close(), back.close()]);
      });

      test('subscribers with equal rights share a group, others do not', async () => {
        let asks = 0;
        const counting: Access = { read: (path) => path !== 'main/pin' && ++asks > 0 };
        authorize = () => counting;
        const few = [await subscribe('a'), await subscribe('b'), await subscribe('c')];
        const quiet = frame();
        for (const each of few) await each.upTo(quiet);
        asks = 0;
        main.exposure = 11;
        const mark = frame();
        for (const each of few) assert.match(await each.upTo(mark), /"value":11/);
        assert.ok(asks > 0);
        const shared = asks;
        await Promise.all(few.map((each) => each.close()));
        authorize = (caller) => (caller.token === 'd' ? { ...counting } : counting);
        const two = [await subscribe('c'), await subscribe('d')];
        const still = frame();
        for (const each of two) await each.upTo(still);
        asks = 0;
        main.exposure = 12;
        const next = frame();
        for (const each of two) assert.match(await each.upTo(next), /"value":12/);
        assert.equal(asks, 2 * shared);
        await Promise.all(two.map((each) => each.close()));
      });

      test('a rule that fails hides the event and is logged; the stream continues', async () => {
        let isBroken = true;
        authorize = () => ({
          read: () => {
            if (isBroken) throw new Error('rule-secret');
            return true;
          },
        });
        const stream = await subscribe('a');
        main.exposure = 13;
        const broken = await stream.upTo(frame());
        assert.doesNotMatch(broken, /"value":13|rule-secret/);
        isBroken = false;
        main.exposure = 14;
        assert.match(await stream.upTo(frame()), /"value":14/);
        assert.equal(entries.filter(({ message }) => message.includes('rule-secret')).length, 1);
        await stream.close();
      });
    });
  });
}

for (const engine of ['auto', 'node'] as const) {
  test(`a request that is decided after the stop is not executed (${engine})`, async (t) => {
    const { promise: isAsked, resolve: asked } = deferred();
    const { promise: decision, resolve: decide } = deferred<Access>();
    const authorize = () => {
      asked();
      return decision;
    };
    const host = createPlainHost({ name: 'Test' });
    const service = new RemoteControlService({ host, http: { port: 0, engine, authorize } });
    t.after(() => service.stop());
    const camera = new Camera();
    service.objects.register(camera, { sourceKey: 'camera' });
    const { url } = await service.start();
    const answer = fetch(`${url}/exposed/object/camera/exposure`, { method: 'PUT', body: '{"value":5}' });
    const refused = assert.rejects(answer);
    await isAsked;
    await service.stop();
    decide({ read: true, write: true });
    await refused;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(camera.exposure, 1);
  });
}

test('token and authorize exclude each other', () => {
  const host = createPlainHost({ name: 'Test' });
  const http = { token: 'x', authorize: () => fullAccess };
  assert.throws(() => new RemoteControlService({ host, http }), /token or authorize, and not both/);
  assert.throws(
    () => new RemoteControlService({ host, http: { authorize: 'x' as never } }),
    /must be a function/,
  );
});

void Macro;
