// Measures the memory of 100,000 objects with twenty members: of the application, of the service, and after a
// client listed them; heap bytes per object after collections.
//
//   node --expose-gc bench/object-memory.mjs
import { createPlainHost, exposeClass, RemoteControlService } from '../dist/service/index.js';

const count = 100_000;
const members = Array.from({ length: 20 }, (_, i) => `level${i}`);

class Fixture {
  constructor(number) {
    // Fractions are heap objects of V8, as in most applications.
    for (const [i, name] of members.entries()) this[name] = number * 0.37 + i;
  }
}
exposeClass(Fixture, { fields: Object.fromEntries(members.map((name) => [name, { type: 'Single' }])) });

async function heap() {
  for (let i = 0; i < 5; i++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed;
}

const host = createPlainHost({ name: 'memory', log: () => {} });
const service = new RemoteControlService({ host, http: { port: 0 } });
const { url } = await service.start();
service.objects.register(new Fixture(0), { sourceKey: 'first' });

const steps = [await heap()];
const all = Array.from({ length: count }, (_, i) => new Fixture(i));
steps.push(await heap());
for (const [i, fixture] of all.entries())
  service.objects.register(fixture, { sourceKey: `fixture-${i}`, name: `Fixture ${i}` });
steps.push(await heap());
await (await fetch(`${url}/exposed/objects`)).arrayBuffer();
steps.push(await heap());
await service.stop();

const [own, registered, listed] = steps.slice(1).map((bytes, i) => Math.round((bytes - steps[i]) / count));
console.log(
  `an object of the application: ${own} bytes; registered: ${registered} more; listed once: ${listed} more`,
);
