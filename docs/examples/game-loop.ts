/** A game server with its own loop, which remote apps can watch, pause and quit. */
import { createPlainHost, exposedClass, exposedField, RemoteControlService } from 'sim-host';

@exposedClass()
class Match {
  @exposedField({ type: 'Int32', readOnly: true }) accessor tick = 0;
  @exposedField() accessor paused = false;
}

const match = new Match();
const host = createPlainHost({ name: 'Game server', loop: 'own', onQuit: () => shutDown() });
const service = new RemoteControlService({ host, http: { port: Number(process.env.PORT ?? 9095) } });
service.objects.register(match, { sourceKey: 'match' });
console.log((await service.start()).url);

const loop = setInterval(() => {
  if (!match.paused) match.tick++;
  host.tick(); // ends the frame and sends its events
}, 50);

async function shutDown() {
  clearInterval(loop);
  await service.stop(); // nothing keeps the process alive then
}
