import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glibcVersion, howToInstall, type System } from './uws-installing.js';

const debian13: System = { platform: 'linux x64', node: '24.1.0', modules: '137', glibc: '2.41' };
const official = 'npm install uNetworking/uWebSockets.js#v20.57.0 adds it';
const older = 'npm install @trufflesuite/uws-js-unofficial adds it';

const cases: readonly [system: Partial<System>, advice: string | RegExp][] = [
  [{}, official],
  [{ node: '20.20.2', modules: '115' }, official],
  [{ node: '20.20.2', modules: '115', glibc: '2.36' }, older],
  [{ node: '20.20.2', modules: '115', platform: 'linux arm' }, older],
  [{ platform: 'darwin arm64', glibc: undefined }, official],
  [{ platform: 'win32 x64', glibc: undefined }, official],
  [{ platform: 'win32 arm64', glibc: undefined }, /no build for Node.js 24.1.0 on win32 arm64$/],
  [{ node: '26.10.0', modules: '147' }, /no build for Node.js 26.10.0 on linux x64$/],
  [{ glibc: '2.36' }, /want glibc 2.38 or later, and this system has 2.36$/],
  [{ glibc: undefined }, /and this system has another C library$/],
  [{ node: '20.20.2', modules: '115', glibc: undefined }, /and this system has another C library$/],
];

for (const [system, advice] of cases) {
  test(`which build to install: ${JSON.stringify(system)}`, () => {
    const said = howToInstall({ ...debian13, ...system });
    if (typeof advice === 'string') assert.equal(said, advice);
    else assert.match(said, advice);
  });
}

test('the version of the C library is one, or there is none', () => {
  const { excludeNetwork } = process.report as { excludeNetwork?: boolean };
  assert.match(glibcVersion() ?? '2.0', /^2\.\d+$/);
  assert.equal(
    (process.report as { excludeNetwork?: boolean }).excludeNetwork ?? false,
    excludeNetwork ?? false,
  );
});
