import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSimHost } from '../../src/sim-host/testing/index.js';

const guide = readFileSync(new URL('../../docs/project-files.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block!);
const tools = ['bash', 'curl', 'git'].every((tool) => spawnSync(tool, ['--version']).status === 0);

test('the session of the page on files gives the documented results', { skip: !tools }, async () => {
  const project = await mkdtemp(join(tmpdir(), 'files-guide-'));
  const host = await startSimHost({
    scene: fileURLToPath(new URL('../../scenes/demo.yaml', import.meta.url)),
    clock: 'real',
    control: 0,
    project,
  });
  try {
    const [session] = blocks('sh');
    const commands = session!
      .replace('http://127.0.0.1:9095', host.url)
      .replace('http://127.0.0.1:9096', host.controlUrl!);
    const run = promisify(execFile);
    const { stdout } = await run('bash', ['-e', '-c', commands], { cwd: project });
    assert.doesNotMatch(stdout, /"error"/);
    const shown = blocks('diff');
    assert.equal(shown.length, 1);
    for (const difference of shown) assert.ok(stdout.includes(difference), stdout);
  } finally {
    await host.stop();
    await rm(project, { recursive: true, force: true });
  }
});
