// A host that saves continuously until it is killed; every save has one number in all objects of all files.
import { diskFiles } from 'sim-host';
import { World } from './world.js';

const [folder = ''] = process.argv.slice(2);
const world = new World(diskFiles, folder);
await world.start();
for (let n = 1; ; n++) {
  for (const key of ['lamp/components/0', 'rig/components/0', 'amp', 'twin', 'dimmer']) {
    await world.request('PUT', `/exposed/object/${key}/count`, { value: n });
    await world.request('PUT', `/exposed/object/${key}/title`, { value: 'x'.repeat(20_000) });
    await world.request('PUT', `/exposed/object/${key}/level`, { value: n });
  }
  await world.settle(world.service.live!.save());
  process.stdout.write('.');
}
