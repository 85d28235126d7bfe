// What an audience needs: relays, bandwidth and NATS, from costs that were measured. Pure, since docs/scale-plan.html runs it too.

/**
 * Costs from the rows of the scenario `relays` of the benchmarks, each in seconds of CPU.
 * @param results as `sim-host bench --scenario relays --json` prints them
 */
export function costsOf({ rows, growths }) {
  const value = (name) => {
    const row = rows.find((each) => each.name === name);
    if (row === undefined)
      throw new Error(`the results have no ${name}: run sim-host bench --scenario relays --json`);
    return row.value.median;
  };
  const changes = [1, 13, 100];
  const cpu = (who) => line(changes.map((k) => [k, value(`CPU of ${who}, ${k} changes a frame`)]));
  const delivery = line(changes.map((k) => [k, k / value(`deliveries of a relay, ${k} changes a frame`)]));
  const byRelays = growths.find(({ x }) => x === 'relays');
  const request = (who) => 1 / value(`GET by way of a relay, at ${who}`);
  return {
    /** Bytes of an event on the stream. */
    eventBytes: Number(
      /(\d+) bytes an event/.exec(rows.find(({ note = '' }) => /bytes an event/.test(note)).note)[1],
    ),
    /** Frames a second when it was measured. */
    frames: 60,
    /** Share of a core: always, and for each change a frame. */
    host: cpu('the host'),
    relay: cpu('a relay'),
    /** Seconds for each app and frame, and for each event in it. */
    delivery,
    /** Share of a core: always, and for each relay, at 13 changes a frame. */
    nats: line(byRelays.points),
    /** Seconds a request. */
    request: { host: request('the host'), relay: request('a relay') },
    /** Bytes of memory an app. */
    memory: rows.find(({ name }) => name.startsWith('memory per idle subscriber of a relay')).value.median,
  };
}

/** The line through points, `{ fixed, each }`, that is best in relation to their size; nothing costs less than nothing. */
export function line(points) {
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  for (const [x, y] of points) {
    const weight = 1 / Math.max(y * y, 1e-18);
    w += weight;
    wx += weight * x;
    wy += weight * y;
    wxx += weight * x * x;
    wxy += weight * x * y;
  }
  const each = Math.max(0, (w * wxy - wx * wy) / (w * wxx - wx * wx));
  return { fixed: Math.max(0, (wy - each * wx) / w), each };
}

/** What is assumed where nothing else is said. */
export const assumptions = {
  /** Frames a second that have changes. */
  frames: 60,
  /** Of the events, how many an app asks for with its filters. */
  share: 1,
  /** Requests a second of each app. */
  requests: 0.01,
  /** Of a core, how much a relay may use: the rest is for apps that come back when another relay is gone. */
  busy: 0.6,
  /** Of a machine with relays: cores, and gigabits a second, and how much of them is used. */
  cores: 8,
  gigabits: 10,
  full: 0.7,
  /** Most event streams of a relay (`--max-subscribers`). */
  streams: 10000,
  /** Bytes of TCP, IP and Ethernet for each write, and of each event's head in a message of NATS. */
  frameBytes: 80,
  headBytes: 90,
};

/**
 * @param apps event streams at once
 * @param changes a frame
 * @returns relays (processes, about one for each core) and the machines for them, bandwidth, CPU of host and NATS, what NATS has
 * to be, and what is too much: a list of words, empty where it can be done
 */
export function plan(costs, apps, changes, given = {}) {
  const its = { ...assumptions, ...given };
  const scale = its.frames / costs.frames;
  const wanted = changes * its.share;
  /** Of fewer changes than frames, most frames have none. */
  const writes = Math.min(1, wanted);
  const problems = [];
  const appBytes = its.frames * (wanted * costs.eventBytes + writes * its.frameBytes);
  const gigabits = (apps * appBytes * 8) / 1e9;
  const always = scale * (costs.relay.fixed + costs.relay.each * changes);
  const perApp =
    its.frames * (writes * costs.delivery.fixed + wanted * costs.delivery.each) +
    its.requests * costs.request.relay;
  const room = its.busy - always;
  if (room <= 0) problems.push('one relay alone cannot take in so many changes');
  const appsEach = Math.floor(Math.min(its.streams, Math.max(0, room) / perApp));
  const relays = appsEach > 0 ? Math.ceil(apps / appsEach) : Number.POSITIVE_INFINITY;
  const machines = Math.max(Math.ceil(relays / its.cores), Math.ceil(gigabits / (its.gigabits * its.full)));
  const natsGigabits = (relays * its.frames * changes * (costs.eventBytes + its.headBytes) * 8) / 1e9;
  const nats = scale * (costs.nats.fixed + costs.nats.each * relays * Math.max(1, changes / 13));
  const requests = apps * its.requests;
  const host = scale * (costs.host.fixed + costs.host.each * changes) + requests * costs.request.host;
  if (host > its.busy)
    problems.push(`the host cannot answer ${Math.round(requests)} requests a second beside its frames`);
  if (appBytes * 8 > 20e6)
    problems.push(`an app gets ${Math.round((appBytes * 8) / 1e6)} Mbit/s, more than a phone takes`);
  return {
    apps,
    changes,
    relays,
    appsEach: Math.min(apps, Math.ceil(apps / relays)),
    machines,
    gigabits,
    appMegabits: (appBytes * 8) / 1e6,
    memoryEach: appsEach * costs.memory,
    nats,
    natsGigabits,
    natsKind: kindOf(nats, natsGigabits, relays, its),
    host,
    requests,
    problems,
  };
}

function kindOf(cpu, gigabits, relays, { cores, gigabits: most, full }) {
  if (relays <= 4) return 'one server, beside the host';
  if (cpu <= cores / 4 && gigabits <= most * full) return 'one server';
  const leaves = Math.max(2, Math.ceil(gigabits / (most * full)), Math.ceil(cpu / (cores / 4)));
  return `one server, and ${leaves} leaf nodes with a mirror for the relays`;
}
