import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../../../bin/sim-host.mjs', import.meta.url));

test('bash completes any name of a host as one word', {
  skip: process.platform === 'win32',
}, () => {
  const script = execFileSync(process.execPath, [command, 'completion', 'bash']);
  const names = ['$(touch /tmp/x)', '`id`', 'a b;c', '*', "it's", 'cues[0]', 'key-light/'];
  const said = execFileSync(
    'bash',
    [
      '-c',
      `${script}
       sim-host() { printf '%s\\n' "\${names[@]}"; }
       compopt() { :; }
       names=("$@") COMP_WORDS=(sim-host get '') COMP_CWORD=2
       _sim_host
       eval "words=(\${COMPREPLY[*]})"
       printf '%s\\n' "\${words[@]}"`,
      'bash',
      ...names,
    ],
    { encoding: 'utf8' },
  );
  assert.deepEqual(said.trimEnd().split('\n'), names);
});
