import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../common/json.js';
import type { PathSegments, PropertyRef } from '../../objects/property-ref.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Entry } from '../entries/entry.js';
import type { EarlierValue } from './edit-place.js';
import { jsonInEntries } from './nested-entries.js';

const member = { name: 'list' } as ExposedMember;

/** What entries of something inside a member hold under it. */
function under(inner: readonly (readonly [PathSegments, Json])[], path: PathSegments = []): EarlierValue[] {
  const entries = inner.map(
    ([, json]) => ({ isInner: true, text: { json: () => json } }) as unknown as Entry,
  );
  return jsonInEntries(entries, member, path, (entry) => {
    const [at] = inner[entries.indexOf(entry)]!;
    return { unit: { member }, unitPath: ['list', ...at] } as unknown as PropertyRef;
  });
}

test('what entries of something inside say is under a place that it is in, or that is in it', () => {
  const elements = [
    [[2, 'part'], { a: 1 }],
    [[0], { b: 2 }],
    [[2], { part: { c: 3 } }],
  ] as const;
  assert.deepEqual(
    under(elements),
    elements.map(([at, json]) => ({ path: at, json })),
  );
  assert.deepEqual(under(elements, [2, 'part']), [
    { path: [], json: { a: 1 } },
    { path: [], json: { c: 3 } },
  ]);
  assert.deepEqual(under(elements, [1]), []);
});
