import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SimHostProcess } from '../client/index.js';
import { judged, judgedAt } from '../hosts/judged.js';
import { crashingHost, hostOfOneFrameRate, olderHost } from '../hosts/variants.js';

test('a rule passes only if it was observed', async () => {
  const { verdict, printed } = await judged(hostOfOneFrameRate);
  assert.equal(verdict('END-1'), 'holds', printed);
  assert.notEqual(verdict('PRF-1'), 'holds', 'a constant is no measure');
  assert.notEqual(verdict('END-10'), 'holds', 'it has no function');
  assert.notEqual(verdict('DEP-8'), 'holds', 'it has no object');
  assert.match(printed, /not applicable: its frame rate was 60 all the time/);
});

test('a host that crashes fails for that and for nothing else', async () => {
  const { failing, died, code, printed } = await judged(crashingHost);
  assert.equal(code, 1, printed);
  assert.deepEqual(failing, [], printed);
  assert.match(died!.after, /batch/);
  assert.match(printed, /does not answer any more/);
});

for (const clock of ['manual', 'real'] as const)
  test(`an attached sim-host with its control channel passes (clock ${clock})`, async (t) => {
    const project = await mkdtemp(join(tmpdir(), 'attached-'));
    t.after(() => rm(project, { recursive: true, force: true }));
    const host = await SimHostProcess.start(['--clock', clock, '--project', project]);
    t.after(() => host.stop());
    const control = host.controlUrl!;
    const { code, failing, printed, rules, verdict } = await judgedAt({ baseUrl: host.url, control });
    assert.deepEqual(failing, [], printed);
    assert.equal(code, 0, printed);
    // The control channel proves more rules than any host without one can.
    const proved = rules.filter((rule) => ['holds', 'partly'].includes(rule.verdict));
    assert.ok(proved.length > (clock === 'manual' ? 50 : 25), printed);
    assert.equal(verdict('EVT-7') === 'holds', clock === 'manual', printed);
  });

test('a profile omits later rules', async () => {
  const { verdict, profile, code, printed } = await judged(olderHost, { profile: 'unity-0.20' });
  assert.equal(code, 0, printed);
  assert.equal(profile, 'unity-0.20');
  assert.equal(verdict('END-7'), undefined, 'batches came with 0.24.2');
  assert.equal(verdict('END-4'), 'holds');
});
