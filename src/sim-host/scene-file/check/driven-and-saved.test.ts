import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSceneText } from './check.js';

test('a driver of a saved member causes one warning for all copies and no error', async () => {
  const { document, diagnostics, warnings } = await checkSceneText(
    `application: { name: Driven }
classes:
  Lens: { kind: struct, fields: { focus: { type: Single }, drift: { type: Single, persist: false } } }
  Lamp:
    kind: component
    fields:
      level: { type: Single }
      flicker: { type: Single, persist: false }
      lens: { type: Lens }
      pose: { type: TransformValue, persist: false }
    properties:
      shown: { type: Single }
      kept: { type: Single, persist: true }
      heat: { type: Single, readOnly: true }
scenes:
  Main:
    active: true
    objects:
      - name: Lamp {i}
        repeat: 3
        components:
          - class: Lamp
            key: lamp-{i}
            drive:
              level: { ramp: { from: 0, to: 1, duration: 2 } }
              flicker: { ramp: { from: 0, to: 1, duration: 2 } }
              lens/focus: { ramp: { from: 0, to: 1, duration: 2 } }
              lens/drift: { ramp: { from: 0, to: 1, duration: 2 } }
              pose/position/x: { ramp: { from: 0, to: 1, duration: 2 } }
              shown: { ramp: { from: 0, to: 1, duration: 2 } }
              kept: { ramp: { from: 0, to: 1, duration: 2 } }
`,
    'driven.yaml',
  );
  assert.deepEqual(diagnostics, []);
  assert.notEqual(document, undefined);
  assert.deepEqual(
    warnings.map(({ line, column, message }) => [
      line,
      column,
      /^"(.*?)".*persist: false/.exec(message)?.[1],
    ]),
    [
      [25, 15, 'level'],
      [27, 15, 'lens/focus'],
      [31, 15, 'kept'],
    ],
  );
});
