import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { createPlainHost, exposedClass, exposedField, RemoteControlService } from './index.js';

@exposedClass()
class LifecycleDial {
  @exposedField({ type: 'Int32' }) accessor value = 1;
}

const library = new URL('../../dist/service/index.js', import.meta.url).href;

/** Runs a script in its own process, which must end by itself, and returns its output. */
async function runToItsEnd(script: string): Promise<string> {
  const prelude = `import { createPlainHost, RemoteControlService } from ${JSON.stringify(library)};`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', prelude + script],
    // A process that does not end is killed.
    { timeout: 60_000 },
  );
  return stdout.trim();
}

/** The service is stopped after the test, even if the test fails. */
function createService(t: TestContext, port = 0) {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const service = new RemoteControlService({ host, http: { port } });
  t.after(() => service.stop());
  return { host, service };
}

/** An event stream and its events in order. */
async function subscribe(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/stream`, { headers });
  const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';
  return {
    /** The next event that contains `part`. */
    async next(part: string): Promise<Record<string, unknown>> {
      for (;;) {
        const blocks = text.split('\n\n');
        const found = blocks.slice(0, -1).findIndex((block) => block.includes(part));
        if (found >= 0) {
          text = blocks.slice(found + 1).join('\n\n');
          return JSON.parse(/^data: (.*)$/m.exec(blocks[found]!)![1]!).data;
        }
        const { value, done } = await chunks.next();
        assert.ok(!done, `the stream ended before ${part}`);
        text += value;
      }
    },
    end: () => chunks.return?.(),
  };
}

test('a process with a service that was never started ends by itself', async () => {
  const output = await runToItsEnd(`
    const host = createPlainHost({ name: 'Test' });
    new RemoteControlService({ host });
    console.log('created');`);
  assert.equal(output, 'created');
});

test('service.stop() lets the process end, also after a restart and with two services on a host', async () => {
  const output = await runToItsEnd(`
    const host = createPlainHost({ name: 'Test' });
    const create = () => new RemoteControlService({ host, http: { port: 0 } });
    const [first, second] = [create(), create()];
    const { url } = await first.start();
    await second.start();
    const stream = await fetch(url + '/api/stream');
    await first.stop();
    await second.stop();
    await stream.text();
    const again = await first.start();
    console.log((await fetch(again.url + '/api/status')).status);
    await first.stop();`);
  assert.equal(output, '200');
});

test('a failed start leaves nothing running', async (t) => {
  const { port } = await createService(t).service.start();
  const output = await runToItsEnd(`
      const host = createPlainHost({ name: 'Test' });
      const service = new RemoteControlService({ host, http: { port: ${port} } });
      await service.start().catch((error) => console.log(error.message));`);
  assert.match(output, new RegExp(`${port}.*taken`));
});

test('a failed start may be repeated', async (t) => {
  const { service: other } = createService(t);
  const { port } = await other.start();
  const { service } = createService(t, port);
  await assert.rejects(service.start(), /taken/);
  await other.stop();
  const { url } = await service.start();
  assert.equal((await fetch(`${url}/api/status`)).status, 200);
});

test('a service that is starting or running refuses another start', async (t) => {
  const { service } = createService(t);
  const starting = service.start();
  await assert.rejects(service.start(), /running already.*stop\(\)/);
  const { url } = await starting;
  await assert.rejects(service.start(), /running already/);
  assert.equal((await fetch(`${url}/api/status`)).status, 200, 'the running one was harmed');
});

test('stop waits for a start, repeated stops are one, and a start waits for the stop', async (t) => {
  const { service } = createService(t);
  await service.stop();
  const starting = service.start();
  const stopping = Promise.all([service.stop(), service.stop()]);
  const restarting = service.start();
  const { url: first } = await starting;
  await stopping;
  const { url } = await restarting;
  assert.equal((await fetch(`${url}/api/status`)).status, 200);
  await service.stop();
  for (const stopped of [first, url]) await assert.rejects(fetch(`${stopped}/api/status`));
});

test('a restarted service sends events and tells reconnecting apps that they missed some', async (t) => {
  const { service } = createService(t);
  const dial = new LifecycleDial();
  service.objects.register(dial, { sourceKey: 'dial' });
  const before = await subscribe((await service.start()).url);
  const { cursor, instanceId } = await before.next('"connected"');
  await service.stop();
  dial.value = 2;
  const { url } = await service.start();
  const after = await subscribe(url, { 'Last-Event-ID': cursor as string });
  const connected = await after.next('"connected"');
  assert.equal(connected.resume, 'gap');
  assert.notEqual(connected.instanceId, instanceId, 'the instanceId is that of the start before');
  const status = (await (await fetch(`${url}/api/status`)).json()) as { instanceId: string };
  assert.equal(status.instanceId, connected.instanceId);
  dial.value = 3;
  assert.equal((await after.next('exposed_object_updated')).value, 3);
});

test('a restarted service forwards errors of the application once', async (t) => {
  const { host, service } = createService(t);
  await service.start();
  await service.stop();
  const stream = await subscribe((await service.start()).url);
  await stream.next('"connected"');
  host.log.write('Error', 'first');
  host.log.write('Error', 'last');
  assert.equal((await stream.next('system_notification')).message, 'first');
  assert.equal((await stream.next('system_notification')).message, 'last');
});
