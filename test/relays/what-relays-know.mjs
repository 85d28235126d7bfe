// How far relays of this process are with what hosts of this process have published.
const dist = new URL('../../dist/', import.meta.url);
const [{ EventStream }, { EventLog }, { RelayedStream }] = await Promise.all(
  ['service/events/event-stream.js', 'service/nats/event-log.js', 'relay/relayed-stream.js'].map(
    (file) => import(new URL(file, dist).href),
  ),
);

/** No relay is this far behind, in milliseconds: it has lost its way. */
const mostBehindMs = 10_000;
/** By the epoch of a host: the number of its newest event, and how often its numbers leapt. */
const published = new Map();
const taken = new Map();
const epochs = new WeakMap();

function progress(table, epoch) {
  const found = table.get(epoch) ?? { seq: 0, leaps: 0 };
  table.set(epoch, found);
  return found;
}

function before(prototype, name, note) {
  const original = prototype[name];
  prototype[name] = function (...args) {
    note(this, ...args);
    return original.apply(this, args);
  };
}

before(EventStream.prototype, 'publishTo', (stream, log) => {
  if (log !== undefined) epochs.set(log, stream.epoch);
});
before(EventLog.prototype, 'flushed', (log, events) => {
  if (epochs.has(log) && events.length > 0) progress(published, epochs.get(log)).seq = events.at(-1).seq;
});
before(EventLog.prototype, 'mark', (log, kind) => {
  if (epochs.has(log) && kind === 'leapt') progress(published, epochs.get(log)).leaps++;
});
const { take } = RelayedStream.prototype;
RelayedStream.prototype.take = function (message) {
  take.call(this, message);
  const found = progress(taken, message.epoch);
  if (message.kind === 'events') found.seq = message.events.at(-1).seq;
  else if (message.kind === 'leapt') found.leaps++;
};

/** Resolves when a relay has taken all that a host has published up to now. */
export async function hasTakenAll(epoch) {
  const { seq, leaps } = progress(published, epoch);
  const found = progress(taken, epoch);
  const begun = performance.now();
  while (found.seq < seq || found.leaps < leaps) {
    if (performance.now() - begun > mostBehindMs)
      throw new Error(`a relay is at ${found.seq}, and its host at ${seq}`);
    await new Promise(setImmediate);
  }
}
