import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { engineKinds } from '../engines/engine.js';
import { searchUws } from '../engines/uws-load.js';
import { HttpServer } from '../server.js';
import { SizedPieces } from './sized-pieces.js';

const piece = Buffer.alloc(500_000, 'x');

for (const engine of engineKinds) {
  const isMissing = engine === 'uws' && searchUws().found === undefined;
  test(`pieces of a known length are told with it, and held until they have left: ${engine}`, {
    skip: isMissing,
  }, async (t) => {
    let held = 0;
    let letGo = () => {};
    /** Resolves once what is held now is held no more. */
    const isLetGo = () =>
      new Promise<void>((resolve) => {
        letGo = resolve;
        if (held === 0) resolve();
      });
    const sized = (count: number) =>
      new SizedPieces(new Array(count).fill(piece), (bytes) => {
        held += bytes;
        if (held === 0) letGo();
      });
    const server = new HttpServer(
      [
        { method: 'GET', path: '/few', handle: () => ({ body: sized(3) }) },
        { method: 'GET', path: '/many', handle: () => ({ body: sized(200) }) },
      ],
      { port: 0, engine },
      { now: () => performance.now(), onException: assert.fail },
    );
    const { url, port } = await server.listen();
    t.after(() => server.close());
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(`${url}/few`);
      assert.equal(answer.headers.get('content-length'), '1500000');
      assert.equal(answer.headers.get('transfer-encoding'), null);
      assert.equal(await answer.text(), 'x'.repeat(1_500_000));
      await isLetGo();
    }
    // More than the system takes of one that does not read.
    const client = connect(port, '127.0.0.1');
    client.write('GET /many HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(client, 'readable');
    assert.equal(held, 100_000_000);
    client.destroy();
    await isLetGo();
  });
}
