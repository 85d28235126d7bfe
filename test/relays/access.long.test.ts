/** Connections to NATS with each kind of credentials, and with TLS. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nkeys } from '@nats-io/transport-node';
import type { NatsOptions } from '../../src/service/index.js';
import type { TestHostOptions } from '../../src/sim-host/testing/index.js';
import { withoutNats } from './nats-server.js';
import { get, hostOn, levelOf, natsOn, newName, put, relayOn, stream, until } from './relayed.js';

const pem = (name: string) => fileURLToPath(new URL(`../tls/${name}.pem`, import.meta.url));

describe('access to NATS', { skip: withoutNats }, () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'nats-access-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function file(text: string): string {
    const path = join(folder, randomBytes(6).toString('hex'));
    writeFileSync(path, text);
    return path;
  }

  /** Writes at a relay and waits for the event, over a NATS server with credentials. */
  async function works(t: TestContext, servers: string, more: Omit<NatsOptions, 'servers'> = {}) {
    const name = newName();
    const { credentials: natsCredentials, ca: natsCa } = more;
    const options = { natsCredentials, natsCa } as Partial<TestHostOptions>;
    await hostOn(t, servers, name, options);
    const { url } = await relayOn(t, { servers, name, ...more });
    const app = await stream(t, url);
    await put(url, 'level', 5);
    await levelOf(app, 5);
    assert.equal(await get(url, 'level'), 5);
  }

  /** Returns what a host logs that cannot connect. */
  async function refusal(t: TestContext, servers: string): Promise<string> {
    const host = await hostOn(t, servers, newName());
    return until(async () => host.log.find(({ message }) => /^Cannot reach NATS/.test(message))?.message);
  }

  test('user and password', async (t) => {
    const { port } = await natsOn(t, 'authorization { user: venue, password: "p@ss:w" }');
    await works(t, `nats://venue:p%40ss%3Aw@127.0.0.1:${port}`);
    const said = await refusal(t, `nats://venue:other@127.0.0.1:${port}`);
    assert.match(said, /--nats-credentials/);
    assert.doesNotMatch(said, /other/);
  });

  test('token', async (t) => {
    const { port } = await natsOn(t, 'authorization { token: s3cret }');
    await works(t, `nats://s3cret@127.0.0.1:${port}`);
  });

  test('a user key', async (t) => {
    const user = nkeys.createUser();
    const { url } = await natsOn(t, `authorization { users: [{ nkey: ${user.getPublicKey()} }] }`);
    await works(t, url, { credentials: file(`${Buffer.from(user.getSeed())}\n`) });
  });

  test('a credentials file, with permissions set by an operator', async (t) => {
    const operator = nkeys.createOperator();
    const [account, system] = [nkeys.createAccount(), nkeys.createAccount()];
    const user = nkeys.createUser();
    const unlimited = { subs: -1, data: -1, payload: -1, conn: -1, leaf: -1, imports: -1, exports: -1 };
    const limits = {
      ...unlimited,
      wildcards: true,
      mem_storage: -1,
      disk_storage: -1,
      streams: -1,
      consumer: -1,
    };
    const accountJwt = jwt(operator, account, { type: 'account', limits });
    const config = [
      `operator: ${jwt(operator, operator, { type: 'operator', system_account: system.getPublicKey() })}`,
      `system_account: ${system.getPublicKey()}`,
      'resolver: MEMORY',
      'resolver_preload: {',
      `  ${account.getPublicKey()}: ${accountJwt}`,
      `  ${system.getPublicKey()}: ${jwt(operator, system, { type: 'account', limits: unlimited })}`,
      '}',
    ].join('\n');
    const { url } = await natsOn(t, config);
    const userJwt = jwt(account, user, { type: 'user', subs: -1, data: -1, payload: -1 });
    const credentials = file(
      `-----BEGIN NATS USER JWT-----\n${userJwt}\n------END NATS USER JWT------\n\n` +
        `-----BEGIN USER NKEY SEED-----\n${Buffer.from(user.getSeed())}\n------END USER NKEY SEED------\n`,
    );
    await works(t, url, { credentials });
  });

  test('TLS with a certificate of an unknown authority', async (t) => {
    const { port } = await natsOn(t, `tls { cert_file: "${pem('cert')}", key_file: "${pem('key')}" }`);
    await works(t, `tls://localhost:${port}`, { ca: pem('cert') });
    assert.match(await refusal(t, `tls://localhost:${port}`), /certificate.*--nats-ca/);
  });

  test('a relay with minimal NATS permissions', async (t) => {
    const name = newName();
    const hosts = `sim-host.${name}`;
    const events = `sim-host-${name}`;
    const published = [
      ...[`${hosts}.requests`, `${hosts}.ping`, `${hosts}.apps.*`, '_INBOX.>'],
      ...['$JS.API.INFO', `$JS.API.STREAM.INFO.${events}`],
      ...[`$JS.API.CONSUMER.*.${events}.>`, `$JS.API.CONSUMER.MSG.NEXT.${events}.*`],
    ];
    const relays = `publish: ${JSON.stringify(published)}, subscribe: ["_INBOX.>"]`;
    const { port } = await natsOn(
      t,
      `authorization { users: [{ user: host, password: h }, { user: relay, password: r, permissions: { ${relays} } }] }`,
    );
    await hostOn(t, `nats://host:h@127.0.0.1:${port}`, name);
    const { url } = await relayOn(t, { servers: `nats://relay:r@127.0.0.1:${port}`, name });
    const app = await stream(t, url);
    await put(url, 'level', 6);
    await levelOf(app, 6);
    // A relay must not be permitted to publish, republish or delete events.
    const { connect } = await import('@nats-io/transport-node');
    const forger = await connect({ servers: `127.0.0.1:${port}`, user: 'relay', pass: 'r' });
    t.after(() => forger.close());
    for (const subject of [
      `${hosts}.events`,
      '$JS.API.STREAM.CREATE.other',
      `$JS.API.STREAM.PURGE.${events}`,
    ]) {
      const refused = (async () => {
        for await (const status of forger.status()) if (status.type === 'error') return status.error;
        return undefined;
      })();
      forger.publish(subject, '{}');
      assert.match(
        String(await refused),
        new RegExp(`permissions violation.*"${subject.replaceAll('$', '\\$')}"`, 'i'),
      );
    }
  });

  test('invalid files are refused before the first connection', async (t) => {
    const servers = 'nats://127.0.0.1:1';
    const refused = (more: Omit<NatsOptions, 'servers'>, expected: RegExp) =>
      assert.rejects(relayOn(t, { servers, ...more }), expected);
    await refused({ credentials: join(folder, 'nowhere') }, /cannot read the credentials/);
    await refused({ credentials: file('a password') }, /\.creds file of nsc with a JWT and a seed/);
    await refused({ ca: file('no certificate') }, /--nats-ca must be a PEM file/);
    // A host that fails to start releases its port.
    const { port } = await hostOn(t, servers, newName()).then(({ url }) => new URL(url));
    assert.ok(port);
    const credentials = file('a password');
    const again = () => hostOn(t, servers, newName(), { port: 0, natsCredentials: credentials });
    await assert.rejects(again(), /\.creds/);
  });
});

/** A file like those of `nsc`: signed by one key, about another. */
function jwt(signer: nkeys.KeyPair, subject: nkeys.KeyPair, nats: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    jti: randomBytes(16).toString('hex'),
    iat: 1_700_000_000,
    iss: signer.getPublicKey(),
    name: 'test',
    sub: subject.getPublicKey(),
    nats: { ...nats, version: 2 },
  };
  const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`;
  return `${text}.${Buffer.from(signer.sign(Buffer.from(text))).toString('base64url')}`;
}
