import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExposedError } from '../common/exposed-error.js';
import { FileError } from '../files/project/file-error.js';
import { FileRequests } from './files.js';

test('file requests past a limit are refused until earlier ones have finished or failed', async () => {
  const requests = new FileRequests();
  const ends: ((error?: Error) => void)[] = [];
  const begin = () =>
    requests.run(() => new Promise<void>((resolve, reject) => ends.push((e) => (e ? reject(e) : resolve()))));
  const underWay = Array.from({ length: 64 }, begin);
  const refused = { code: 'too-many-requests', headers: [['Retry-After', '1']] };
  await assert.rejects(begin(), refused);
  assert.equal(ends.length, 64);
  ends[0]!();
  await underWay[0];
  underWay.push(begin());
  await assert.rejects(begin(), refused);
  ends[1]!(new FileError('a.live.json', 'written', new Error('the disk is full')));
  await assert.rejects(
    underWay[1]!,
    (error) => error instanceof ExposedError && error.code === 'invalid-request',
  );
  underWay.push(begin());
  for (const end of ends) end();
  await Promise.allSettled(underWay);
  assert.equal(await requests.run(async () => 'free'), 'free');
});
