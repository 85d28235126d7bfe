import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, createService } from '../../test/support/service.js';
import { exposeEnum } from './classes/declarations.js';
import { exposedClass, exposedField } from './classes/decorators.js';
import { exposeClass } from './classes/expose-class.js';
import type { PlainHost } from './plain/plain-host.js';

/** Waits for two frames, because the first one reads the declarations. */
const frames = async (host: PlainHost) => {
  for (let n = 0; n < 2; n++)
    await new Promise<void>((resolve) => {
      const end = host.frames.onFrameEnd(() => {
        end();
        resolve();
      });
    });
};

test('OBJ-10: an object of a class declared after the service was created can be registered', (t) => {
  const { service, log } = createService(t);
  @exposedClass()
  class Gone {
    @exposedField({ type: 'Int32' }) accessor x = 1;
  }
  const handle = service.objects.register(new Gone(), { sourceKey: 'gone' });
  assert.equal(service.property(handle, 'x').get(), 1);
  class Later {
    y = 2;
  }
  assert.throws(() => service.objects.register(new Later()), /Later is not an exposed class/);
  exposeClass(Later, { fields: { y: { type: 'Int32' } } });
  assert.equal(service.property(service.objects.register(new Later()), 'y').get(), 2);
  class Deriving extends Later {
    z = 3;
  }
  assert.equal(service.objects.register(new Deriving()).class.name, 'Later');
  exposeClass(Deriving, { fields: { z: { type: 'Int32' } } });
  assert.equal(service.property(service.objects.register(new Deriving()), 'z').get(), 3);
  assert.deepEqual(log, []);
});

test('OBJ-10: a class that refers to a later type is usable once that type is declared', (t) => {
  const { service } = createService(t);
  class Waiting {
    gear = 1;
    part = new Part();
  }
  class Part {
    size = 4;
  }
  exposeClass(Waiting, { fields: { gear: { type: 'LateGear' }, part: { type: 'LatePart' } } });
  assert.throws(() => service.objects.register(new Waiting()), /unknown type "LateGear"/);
  exposeEnum({ Low: 0, High: 1 }, { name: 'LateGear' });
  assert.throws(() => service.objects.register(new Waiting()), /unknown type "LatePart"/);
  exposeClass(Part, { name: 'LatePart', fields: { size: { type: 'Int32' } } });
  const handle = service.objects.register(new Waiting());
  assert.equal(service.property(handle, 'part/size').get(), 4);
  assert.equal(service.convert('LateGear', 'High'), 1);
});

test('OBJ-10: declarations are read at the end of a frame, and subscribers receive types_update', async (t) => {
  const { host, service, log } = createService(t);
  const { url } = await service.start();
  const abort = new AbortController();
  const stream = await fetch(`${url}/api/stream`, { signal: abort.signal });
  class Status {
    static level = 5;
    present = Status.level;
  }
  exposeClass(Status, { name: 'LateStatus', kind: 'static', fields: { level: { type: 'Int32' } } });
  class Broken {
    part = null;
  }
  exposeClass(Broken, { name: 'LateBroken', fields: { part: { type: 'Nowhere' } } });
  await frames(host);
  assert.equal((await ask(url, 'GET', '/exposed/object/LateStatus/level')).json.value, 5);
  let text = '';
  for await (const chunk of stream.body!) {
    text += Buffer.from(chunk).toString();
    if (text.includes('types_update') && text.includes('exposed_objects_changed')) break;
  }
  abort.abort();
  const [mistake, ...others] = log.filter((line) => !line.startsWith('Log '));
  assert.match(mistake!, /^Error The class LateBroken is left out: .* unknown type "Nowhere"/);
  assert.deepEqual(others, []);
});
