// Preloaded into each sim-host that the suite starts: the host is published over NATS, and where it says it listens a relay does.
// SIM_HOST_BEHIND_NATS is the URL of NATS; without it nothing happens. SIM_HOST_RELAYS is a file that lists the relays.
import { appendFileSync } from 'node:fs';

const servers = process.env.SIM_HOST_BEHIND_NATS;
const isHost =
  /(sim-host\.mjs|many-hosts\.js)$/.test(process.argv[1] ?? '') && !/^[a-z]/.test(process.argv[2] ?? '');
if (servers !== undefined && isHost) {
  const dist = new URL('../../dist/', import.meta.url);
  const [{ RemoteControlService }, { startRelay }] = await Promise.all(
    ['service/service.js', 'relay/relay.js'].map((file) => import(new URL(file, dist).href)),
  );
  const { hasTakenAll } = await import('./what-relays-know.mjs');
  const { commandFamilies } = await import(new URL('sim-host/control/commands/index.js', dist).href);
  const { connect } = await import('@nats-io/transport-node');
  const { jetstreamManager } = await import('@nats-io/jetstream');
  const { start, stop } = RemoteControlService.prototype;
  const relays = new WeakMap();
  let names = 0;

  RemoteControlService.prototype.start = async function () {
    const name = `suite-${process.pid}-${++names}`;
    await this.publish({ servers, name });
    await start.call(this);
    const engine = process.env.SIM_HOST_HTTP;
    const relay = await startRelay({ nats: { servers, name }, http: { port: 0, engine }, log: () => {} });
    relays.set(this, { relay, name });
    // Without it the suite would hold as well, and say nothing of relays.
    appendFileSync(process.env.SIM_HOST_RELAYS, `${name}\n`);
    while ((await fetch(`${relay.url}/nothing`)).status === 503) await new Promise(setImmediate);
    return { url: relay.url, port: relay.port };
  };

  // Apps at a relay and the hands at the host have different ways: what was done first is there first, as at a host.
  for (const [i, family] of commandFamilies.entries())
    commandFamilies[i] = (context) => {
      const { service } = context;
      return family(context).map((command) => ({
        ...command,
        run: async (body) => {
          const relay = relays.get(service)?.relay;
          // The host answers behind all that the relay has told it.
          if (relay !== undefined) await fetch(`${relay.url}/nothing`).catch(() => {});
          const answer = await command.run(body);
          // A host that ends answers before it does.
          if (answer?.stopped !== true && relays.get(service)?.relay === relay)
            await hasTakenAll(service.instanceId);
          return answer;
        },
      }));
    };

  RemoteControlService.prototype.stop = async function () {
    // Streams end as the host says goodbye, and not before.
    await stop.call(this);
    const found = relays.get(this);
    relays.delete(this);
    if (found === undefined) return;
    await found.relay.stop();
    const connection = await connect({ servers });
    await (await jetstreamManager(connection)).streams.delete(`sim-host-${found.name}`).catch(() => {});
    await connection.close();
  };
}
