import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ApiRequest, OpenResponse, Route } from '../api.js';
import { HttpServer } from '../server.js';
import { type EngineKind, engineKinds } from './engine.js';
import { searchUws } from './uws-load.js';

const pieces = 400;
const piece = 'x'.repeat(10_000);

/** A server with a route for each way to answer; the test resolves what the handlers wait for. */
class TestServer {
  port = 0;
  readonly streams: OpenResponse[] = [];
  readonly finishSlow: (() => void)[] = [];
  readonly exceptions: string[] = [];
  /** Streams at `/counted` that are open. */
  counted = 0;
  readonly order: string[] = [];
  /** Resolves when a large response was abandoned because its client disconnected. */
  readonly givenUp: Promise<void>;
  readonly #server: HttpServer;

  constructor(engine: EngineKind, port = 0) {
    let gaveUp = () => {};
    this.givenUp = new Promise((resolve) => {
      gaveUp = resolve;
    });
    const who = ({ clientId }: ApiRequest) => JSON.stringify(clientId);
    const open = (contentType: string, opened: (response: OpenResponse) => void) => () => ({
      contentType,
      open: opened,
    });
    const handlers: Readonly<Record<string, Route['handle']>> = {
      'GET /small': ({ path }) => this.#note(path, '"small"'),
      'GET /large': () => ({ body: longBody(gaveUp) }),
      'GET /slow': () => new Promise((resolve) => this.finishSlow.push(() => resolve('"slow"'))),
      'GET /big': ({ path }) => this.#note(path, `"${'b'.repeat(3_000_000)}"`),
      'POST /echo': ({ path, body }) => this.#note(path, JSON.stringify(body)),
      'GET /who': who,
      'POST /who': who,
      'GET /counted': open('text/plain', (response) => {
        this.counted++;
        response.owner = { onWritable() {}, onClosed: () => this.counted-- };
      }),
      'GET /no-answer': () => Promise.resolve({ body: 5 as unknown as string }),
      'GET /two-lines': () => ({ body: '', headers: [['X-Text', 'one\r\nX-Other: two']] }),
      'GET /no-stream': open('text/plain', () => {
        throw new Error('nothing to tell');
      }),
      'GET /api/stream': open('text/event-stream', (response) => {
        this.streams.push(response);
        response.write('first\n');
      }),
    };
    this.#server = new HttpServer(
      Object.entries(handlers).map(([route, handle]) => {
        const [method, path] = route.split(' ') as ['GET' | 'POST', string];
        return { method, path, handle };
      }),
      { port, engine },
      {
        now: () => performance.now(),
        onException: (error) => this.exceptions.push((error as Error).message),
      },
    );
  }

  async start(): Promise<this> {
    this.port = (await this.#server.listen()).port;
    return this;
  }

  stop(): Promise<void> {
    return this.#server.close();
  }

  /** Resolves when a request at `/slow` is being handled. */
  async slowBegun(): Promise<void> {
    while (this.finishSlow.length === 0) await nextTurn();
  }

  #note(path: string, answer: string): string {
    this.order.push(path);
    return answer;
  }
}

function* longBody(onEnd: () => void): Generator<string> {
  try {
    for (let i = 0; i < pieces; i++) yield piece;
  } finally {
    onEnd();
  }
}

/** A connection that keeps everything it receives. */
class Wire {
  received = '';
  readonly socket: Socket;
  readonly ended: Promise<unknown>;
  #onData = () => {};

  constructor(port: number, allowHalfOpen = false) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      this.received += text;
      this.#onData();
    });
    this.socket.on('error', () => {});
    this.ended = new Promise((resolve) => this.socket.once('close', resolve).once('end', resolve));
  }

  send(text: string | Uint8Array): this {
    this.socket.write(text);
    return this;
  }

  /** Resolves when the received data matches. */
  until(pattern: RegExp): Promise<void> {
    return new Promise((resolve) => {
      this.#onData = () => pattern.test(this.received) && resolve();
      this.#onData();
    });
  }

  /** Resolves once a text has been received the given number of times. */
  untilCount(text: string, count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onData = () => this.received.split(text).length > count && resolve();
      this.#onData();
    });
  }

  close(): void {
    this.socket.destroy();
  }
}

/** A server that has answered and is closed; only the engine may still refer to the response. */
async function closedServer(engine: EngineKind): Promise<WeakRef<object>> {
  const answer = { text: '"kept"' };
  const server = new HttpServer(
    [{ method: 'GET', path: '/kept', handle: () => answer.text }],
    { port: 0, engine },
    { now: () => performance.now(), onException: (error) => assert.fail(error as Error) },
  );
  const one = new Wire((await server.listen()).port).send(get('/kept'));
  await one.until(/"kept"$/);
  one.close();
  await server.close();
  return new WeakRef(answer);
}

/** True if the object is collected; a recently used object is kept until later turns of the event loop. */
async function isFreed(reference: WeakRef<object>): Promise<boolean> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 20 && reference.deref() !== undefined; turn++) {
    await nextTurn();
    collect();
  }
  return reference.deref() === undefined;
}

/** The data of the received chunks. */
function wholeChunks(received: string): string {
  let text = '';
  let rest = received.slice(received.indexOf('\r\n\r\n') + 4);
  for (;;) {
    const [head, hex] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? [];
    const end = head === undefined ? 0 : head.length + Number.parseInt(hex!, 16);
    if (head === undefined || rest.slice(end, end + 2) !== '\r\n') return text;
    text += rest.slice(head.length, end);
    rest = rest.slice(end + 2);
  }
}

const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`;

for (const kind of engineKinds) {
  const missing = kind === 'uws' && searchUws().found === undefined;
  describe(`engine ${kind}`, { skip: missing && 'no build of it works here' }, async () => {
    const server = await new TestServer(missing ? 'node' : kind).start();
    after(() => server.stop());
    const wire = () => new Wire(server.port);

    test('responses are sent whole, in pieces and in chunks of a body', async () => {
      const one = wire().send(get('/small'));
      await one.until(/\r\n\r\n"small"$/);
      assert.match(one.received, /^HTTP\/1\.1 200 OK\r\n/);
      one.received = '';
      one.send('POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n');
      one.send('2\r\n1}\r\n0\r\n\r\n');
      await one.until(/\{"a":1\}$/);
      one.received = '';
      one.send(get('/large'));
      await one.until(/\r\n0\r\n\r\n$/);
      assert.equal(one.received.match(/x/g)?.length, pieces * piece.length);
      one.close();
    });

    test('a client id is decoded as UTF-8, or as Latin-1 if it is not valid UTF-8, with and without a body', async () => {
      const one = wire();
      for (const [id, sent] of [
        ['Küche', 'utf8'],
        ['a日本z', 'utf8'],
        ['Küche', 'latin1'],
        ['Käche', 'latin1'],
        ['a\u00c3z', 'latin1'],
      ] as const)
        for (const method of ['GET', 'POST']) {
          const head = `${method} /who HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n`;
          one.received = '';
          await one.send(Buffer.from(`${head}X-Client-ID: ${id}\r\n\r\n`, sent)).until(/"$/);
          const answered = Buffer.from(one.received, 'latin1').toString();
          assert.equal(answered.split('\r\n\r\n')[1], `"${id}"`, `${method} ${sent}`);
        }
      one.close();
    });

    test('a head of 4 KiB is accepted in any pieces, also as the second one of its connection', async () => {
      const length = 4096 - get('/small?').length;
      const head = get(`/small?${'x'.repeat(length)}`);
      const other = wire();
      for (const cut of [1, 30, 2048, head.length - 3, head.length - 1]) {
        const one = wire();
        for (let i = 0; i < 2; i++) {
          one.received = '';
          one.send(head.slice(0, cut));
          // The answer shows that the first piece was read separately.
          other.received = '';
          await other.send(get('/small')).until(/"small"$/);
          one.send(head.slice(cut));
          await one.until(/ 200 OK.*"small"$/s);
        }
        one.close();
      }
      other.close();
    });

    test('each piece of an event stream leaves with the end of its chunk (EVT-14)', async () => {
      const one = wire().send(get('/api/stream'));
      await one.until(/first\n/);
      const stream = server.streams.pop()!;
      const other = wire();
      const lines = (text: string) => text.replaceAll(/\n+/g, '\n');
      let expected = 'first\n';
      stream.write('');
      for (const length of [1, 1000, 15_990, 16_000, 16_001, 70_000])
        for (const as of [String, Buffer.from]) {
          // A part may end inside a character of two bytes.
          const text = `${'é'.repeat(length >> 1)}\n\n`;
          stream.write(as(text));
          expected += Buffer.from(text).toString('latin1');
          // Answers to later requests follow the stream.
          for (let i = 0; i < 100 && lines(wholeChunks(one.received)) !== lines(expected); i++) {
            other.received = '';
            await other.send(get('/small')).until(/"small"$/);
          }
          assert.ok(lines(wholeChunks(one.received)) === lines(expected), `${as.name} of ${length} bytes`);
        }
      one.close();
      other.close();
    });

    test('a HEAD is answered as a GET, without the body', async () => {
      const head = (text: string) => {
        const [status, ...lines] = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
        // A response to HEAD omits the chunked framing of a GET whose length is unknown.
        const framing = /^(date|connection|keep-alive|transfer-encoding|uwebsockets):/i;
        return [status, ...lines.filter((line) => !framing.test(line)).sort()];
      };
      /** One of many responses without a body ends its connection. */
      const headed = async (path: string): Promise<string> => {
        for (;;) {
          const one = wire().send(get(path).replace('GET', 'HEAD'));
          await one.until(/\r\n\r\n/);
          // Data after the head would be parsed as the next response.
          one.send(get('/small'));
          const isNext = one.until(/\r\n\r\nHTTP\/1\.1 200 OK\r\n.*\r\n\r\n"small"$/s).then(() => true);
          if (!(await Promise.race([isNext, one.ended.then(() => false)]))) continue;
          one.close();
          return one.received;
        }
      };
      for (const path of ['/small', '/big', '/large', '/nowhere']) {
        const one = wire();
        await one.send(get(path)).until(/\r\n\r\n/);
        assert.deepEqual(head(await headed(path)), head(one.received), path);
        one.close();
      }
      assert.match(await headed('/echo'), /^HTTP\/1\.1 405 .*\r\nAllow: POST, OPTIONS\r\n/s);
      const before = server.streams.length;
      assert.match(await headed('/api/stream'), /\r\nContent-Type: text\/event-stream\r\n/);
      assert.equal(server.streams.length, before, 'no stream was opened');
    });

    test('a closed server is released, because a process may start many', async () => {
      assert.ok(await isFreed(await closedServer(kind)));
    });

    test('a body that arrives byte by byte is read as one body', async () => {
      const one = wire();
      const body = '{"text":"ünï"}';
      one.send(
        `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      );
      for (const byte of Buffer.from(body)) {
        one.socket.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await one.until(/\r\n\r\n\{"text":/);
      one.close();
    });

    test('a client that disconnects ends the work on its response', async () => {
      const one = wire().send(get('/large'));
      await one.until(/x/);
      one.socket.destroy();
      await server.givenUp;
    });

    test('a stream reports that its client has disconnected, also if it closed only its side', async () => {
      for (const leave of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.end()]) {
        const one = new Wire(server.port, true).send(get('/api/stream'));
        await one.until(/first\n/);
        const stream = server.streams.pop()!;
        const closed = new Promise<void>((resolve) => {
          stream.owner = { onWritable() {}, onClosed: resolve };
        });
        leave(one.socket);
        await closed;
        assert.equal(stream.write('more'), false);
        one.close();
      }
    });

    test('a stream reports that it is not read, and what was written meanwhile arrives in order once it is', async () => {
      const one = wire().send(get('/api/stream'));
      await one.until(/first\n/);
      const stream = server.streams.pop()!;
      one.socket.pause();
      const writable = new Promise<void>((resolve) => {
        stream.owner = { onWritable: resolve, onClosed() {} };
      });
      let expected = 'first';
      const write = (piece: string) => {
        expected += piece;
        return stream.write(piece);
      };
      while (write('a'.repeat(1 << 20)))
        assert.ok(expected.length < 100 << 20, 'it never said that the client does not read');
      for (const piece of ['b'.repeat(300_000), 'c', 'd'.repeat(20_000), 'END']) write(piece);
      one.socket.resume();
      await Promise.all([writable, one.until(/END/)]);
      // Empty lines may separate the pieces.
      assert.ok(wholeChunks(one.received).replaceAll('\n', '') === expected);
      one.close();
    });

    test('an invalid response affects only its own request', async () => {
      server.exceptions.length = 0;
      for (const path of ['/no-answer', '/two-lines']) {
        const one = wire().send(get(path));
        await one.until(/^HTTP\/1\.1 500 Internal Server Error\r\n.*\{"error":"Internal error: /s);
        assert.doesNotMatch(one.received, /^X-Other/m);
        one.close();
      }
      const one = wire().send(get('/no-stream'));
      await one.ended;
      assert.doesNotMatch(one.received, /error/);
      assert.equal(server.exceptions.length, 3);
      assert.equal(server.exceptions[2], 'nothing to tell');
    });

    test('a body held back for 100-continue is requested or refused immediately', async () => {
      for (const expected of ['100-continue', '100-Continue', '100-CONTINUE']) {
        const one = wire();
        one.send(
          `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: ${expected}\r\n\r\n`,
        );
        await one.until(/^HTTP\/1\.1 (100 Continue|417 Expectation Failed)\r\n/);
        one.close();
      }
    });

    test('an unknown expectation is ignored', async () => {
      const one = wire().send(get('/small', 'Expect: miracles'));
      await one.until(/^HTTP\/1\.1 200 .*"small"$/s);
      one.close();
    });

    test('an offer to upgrade is ignored', async () => {
      const one = wire();
      for (let i = 1; i <= 2; i++) {
        one.send(
          get('/small', 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMA'),
        );
        await one.untilCount('"small"', i);
      }
      one.close();
    });

    test('a request without a body is answered, also if its head arrives in two pieces', async () => {
      for (const length of ['Content-Length: 0\r\n', 'Content-Length: 00\r\n', '']) {
        const one = wire().send('POST /echo HTTP/1.1\r\nHo');
        await once(one.socket, 'connect');
        // The answer to a later request shows that the data was read.
        const other = wire().send(get('/small'));
        await other.until(/"small"$/);
        one.send(`st: localhost\r\n${length}\r\n${get('/small')}`);
        await one.until(/^HTTP\/1\.1 500 .*HTTP\/1\.1 200 OK.*"small"$/s);
        one.close();
        other.close();
      }
    });

    test('a response announces that its connection closes as the client asked', async () => {
      for (const [request, status] of [
        [get('/small', 'Connection: close'), 200],
        [get('/big', 'Connection: close'), 200],
        [get('/none', 'Connection: Close'), 404],
        ['OPTIONS / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 204],
      ] as const) {
        const one = wire().send(request);
        await one.ended;
        assert.match(one.received, new RegExp(`^HTTP/1\\.1 ${status} `));
        assert.equal(one.received.match(/^Connection: close\r$/gm)?.length, 1);
      }
    });
  });
}

for (const kind of engineKinds) {
  const missing = kind === 'uws' && searchUws().found === undefined;
  test(`engine ${kind}: the port of a stopped server is free immediately`, {
    skip: missing,
  }, async () => {
    const first = await new TestServer(kind).start();
    const stream = new Wire(first.port).send(get('/api/stream'));
    await stream.until(/first/);
    await first.stop();
    await stream.ended;
    const second = await new TestServer(kind, first.port).start();
    try {
      const one = new Wire(second.port).send(get('/small'));
      await one.until(/"small"/);
      await assert.rejects(new TestServer(kind, first.port).start(), /the port is taken/);
      one.close();
    } finally {
      await second.stop();
    }
  });
}

describe('engine node, where uWebSockets.js closes the connection', async () => {
  const server = await new TestServer('node').start();
  after(() => server.stop());
  const ask = async (text: string) => {
    const one = new Wire(server.port, true).send(text);
    one.socket.end();
    await one.ended;
    return one.received;
  };

  test('requests after a slow one are queued and answered in order', async () => {
    server.order.length = 0;
    const one = new Wire(server.port).send(get('/slow') + get('/small?1') + get('/slow') + get('/small?2'));
    const other = new Wire(server.port).send(get('/small'));
    await other.until(/"small"/);
    assert.deepEqual(server.order, ['/small']);
    server.finishSlow.shift()!();
    await one.until(/"slow".*"small"/s);
    const again = new Wire(server.port).send(get('/small'));
    await again.until(/"small"/);
    assert.equal(one.received.match(/HTTP\/1\.1 200/g)!.length, 2);
    server.finishSlow.shift()!();
    await one.until(/"slow".*"small".*"slow".*"small"/s);
    for (const each of [one, other, again]) each.close();
  });

  test('a body after a slow request is read in order', async () => {
    const body = JSON.stringify('z'.repeat(300_000));
    const post = `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const one = new Wire(server.port).send(get('/slow') + post + get('/small'));
    const other = new Wire(server.port).send(get('/small'));
    await other.until(/"small"/);
    server.finishSlow.shift()!();
    await one.until(/"slow".*"z+".*"small"/s);
    one.close();
    other.close();
  });

  test('a thousand simultaneous requests are all answered', async () => {
    const one = new Wire(server.port).send(get('/slow') + get('/small').repeat(1000));
    await server.slowBegun();
    server.finishSlow.shift()!();
    await one.untilCount('"small"', 1000);
    one.close();
  });

  test('garbage after a slow request is refused in order', async () => {
    const one = new Wire(server.port).send(`${get('/slow')}garbage\r\n\r\n`);
    await server.slowBegun();
    const other = new Wire(server.port).send(get('/small'));
    await other.until(/"small"/);
    server.finishSlow.shift()!();
    await one.until(/^HTTP\/1\.1 200 .*"slow"HTTP\/1\.1 400 /s);
    await one.ended;
    other.close();
  });

  test('garbage is refused after the answers to all earlier requests', async () => {
    for (const garbage of ['garbage\r\n\r\n', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n']) {
      const one = new Wire(server.port).send(get('/small') + get('/big') + get('/small') + garbage);
      await one.ended;
      assert.deepEqual(
        one.received.match(/HTTP\/1\.1 \d/g),
        [2, 2, 2, 4].map((n) => `HTTP/1.1 ${n}`),
      );
    }
  });

  test('a broken body is refused, also after a slow request', async () => {
    const broken =
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\nno length\r\n';
    const one = new Wire(server.port).send(broken);
    await one.ended;
    assert.match(one.received, /^HTTP\/1\.1 400 .*chunk size"\}$/s);
    const other = new Wire(server.port).send(get('/slow') + broken);
    await server.slowBegun();
    server.finishSlow.shift()!();
    await other.ended;
    assert.match(other.received, /^HTTP\/1\.1 200 .*"slow"HTTP\/1\.1 400 .*chunk size"\}$/s);
  });

  test('a refused CONNECT that is reset does not affect other connections', async () => {
    for (const before of ['', get('/slow')]) {
      const one = new Wire(server.port);
      await once(one.socket, 'connect');
      one.send(`${before}CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      if (before !== '') await server.slowBegun();
      one.socket.resetAndDestroy();
      await one.ended;
      server.finishSlow.shift()?.();
    }
    const other = new Wire(server.port).send(get('/small'));
    await other.until(/"small"/);
    other.close();
  });

  test('no request is served after a response that closes the connection', async () => {
    const limit = 8 * 1024 * 1024;
    const tooMuch = `${' '.repeat(limit)}1`;
    const post = (framing: string, body: string) =>
      `POST /echo HTTP/1.1\r\nHost: localhost\r\n${framing}\r\n\r\n${body}`;
    for (const [request, status] of [
      [post(`Content-Length: ${limit + 1}`, tooMuch), 413],
      [post('Transfer-Encoding: chunked', `${(limit + 1).toString(16)}\r\n${tooMuch}\r\n0\r\n\r\n`), 413],
      [get('/small', 'Connection: close'), 200],
    ] as const) {
      server.order.length = 0;
      const one = new Wire(server.port, true).send(request + post('Content-Length: 1', '1'));
      one.socket.end();
      await once(one.socket, 'close');
      assert.deepEqual(one.received.match(/HTTP\/1\.1 \d+/g), [`HTTP/1.1 ${status}`]);
      assert.deepEqual(server.order, status === 200 ? ['/small'] : []);
    }
  });

  test('a client that does not read gets no further responses', async () => {
    server.order.length = 0;
    const one = new Wire(server.port);
    one.socket.pause();
    one.send(get('/big').repeat(500));
    const other = new Wire(server.port);
    while (!server.order.includes('/big')) {
      other.received = '';
      await other.send(get('/small')).until(/"small"/);
    }
    // Everything received by now has been served as far as possible.
    for (let i = 0; i < 20; i++) {
      other.received = '';
      await other.send(get('/small')).until(/"small"/);
    }
    const served = server.order.filter((path) => path === '/big').length;
    assert.ok(served < 10, `${served} answers of 3 MB are under way`);
    one.close();
    other.close();
  });

  test('a stream after an unread response ends with its connection', async () => {
    for (const answers of [0, 1, 10]) {
      const one = new Wire(server.port);
      one.socket.pause();
      one.send(get('/big').repeat(answers) + get('/counted') + get('/small'));
      const other = new Wire(server.port).send(get('/small'));
      await other.until(/"small"/);
      one.socket.resetAndDestroy();
      await one.ended;
      for (let i = 0; i < 100 && server.counted > 0; i++) {
        other.received = '';
        await other.send(get('/small')).until(/"small"/);
      }
      assert.equal(server.counted, 0, `behind ${answers} answers`);
      other.close();
    }
  });

  test('a client that closes its side after its requests still receives the responses', async () => {
    const answer = await ask(get('/large'));
    assert.equal(answer.match(/x/g)?.length, pieces * piece.length);
  });

  for (const [what, text, answer] of [
    ['HTTP/1.0', 'GET /small HTTP/1.0\r\n\r\n', /^HTTP\/1\.1 200 OK.*"small"$/s],
    ['the absolute form', 'GET http://localhost/small HTTP/1.1\r\nHost: other\r\n\r\n', /200 OK.*"small"$/s],
    ['a foreign absolute form', 'GET http://evil/small HTTP/1.1\r\nHost: localhost\r\n\r\n', / 403 .*evil/s],
    ['no Host', 'GET /small HTTP/1.1\r\n\r\n', / 400 .*the Host header is missing/s],
    [
      'two Hosts',
      'GET /small HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n',
      / 400 .*more than one/s,
    ],
    ['garbage', '\x16\x03\x01\x02\x00\x01\r\n\r\n', / 400 .*this is not HTTP/s],
    ['a NUL in a header', 'GET /small HTTP/1.1\r\nHost: localhost\r\nX: \0\r\n\r\n', / 400 .*not HTTP/s],
    ['long headers', `GET /small HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, / 431 /],
    ['HTTP/3.7', 'GET /small HTTP/3.7\r\nHost: localhost\r\n\r\n', / 505 /],
    ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', / 405 /],
    [
      'a length with chunks',
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      / 400 /,
    ],
    [
      'chunk extensions',
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\n7\r\n0\r\n\r\n',
      / 200 .*\r\n\r\n7$/s,
    ],
    [
      'sixty headers',
      get('/small', ...Array.from({ length: 60 }, (_, i) => `X-${i}: ${i}`)),
      / 200 OK.*"small"$/s,
    ],
    ['garbage after a request', `${get('/small')}garbage\r\n\r\n`, / 200 OK.*"small"HTTP\/1\.1 400 /s],
  ] as const) {
    test(`${what} is answered immediately`, async () => assert.match(await ask(text), answer));
  }

  test('a client that sends too much still receives the error', async () => {
    const one = new Wire(server.port);
    one.send('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\n');
    const mebibyte = Buffer.alloc(1 << 20);
    for (let i = 0; i < 28 && !one.socket.destroyed; i++) {
      if (!one.socket.write(mebibyte)) await Promise.race([once(one.socket, 'drain'), one.ended]);
    }
    await one.ended;
    assert.match(one.received, /^HTTP\/1\.1 413 .*Request body too large/s);
  });
});
