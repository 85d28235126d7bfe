import { EventStreamClient } from '../../conformance/client/index.js';

const queries = ['', '', 'kinds=exposed_object_updated', 'ids=mover', 'ids=mover,lamp-1'];

interface Subscriber {
  readonly query: string;
  stream?: EventStreamClient;
  lastEventId?: string | undefined;
}

/** Subscribers with various filters: the first stays connected, the others reconnect for each round. */
export class Streams {
  readonly #url: string;
  readonly #subscribers: readonly Subscriber[] = queries.map((query) => ({ query }));

  constructor(url: string) {
    this.#url = url;
  }

  /** Connects all but the first, which stays connected. */
  async connect(): Promise<void> {
    for (const [i, each] of this.#subscribers.entries()) {
      if (i === 0 && each.stream !== undefined) continue;
      each.stream?.close();
      const headers: Record<string, string> =
        each.lastEventId === undefined ? {} : { 'Last-Event-ID': each.lastEventId };
      each.stream = await EventStreamClient.open(this.#url, { query: each.query, headers });
    }
  }

  /** What was wrong with the events since the last check: the mover changes in every frame. */
  check(): string[] {
    return this.#subscribers.flatMap((each) => {
      const { stream, query } = each;
      if (stream === undefined) return [];
      const who = `the subscriber of "${query}"`;
      if (stream.status !== 200 || stream.isClosed) return [`${who} was disconnected`];
      const numbers = stream.events.flatMap(({ id }) => (id === undefined ? [] : [Number(id.split(':')[1])]));
      const isOrdered = numbers.every((number, i) => i === 0 || number > numbers[i - 1]!);
      each.lastEventId = stream.lastEventId;
      // A long run does not keep all events.
      stream.events.length = 0;
      stream.raw = '';
      if (numbers.length === 0) return [`${who} received no event`];
      return isOrdered ? [] : [`${who} received events out of order: ${numbers.join()}`];
    });
  }

  close(): void {
    for (const { stream } of this.#subscribers) stream?.close();
  }
}
