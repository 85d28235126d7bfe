import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSceneText } from './check/check.js';

async function messagesOf(scene: string): Promise<string> {
  const { diagnostics } = await checkSceneText(scene, 'scene.yaml');
  return diagnostics.map(({ message }) => message).join('\n');
}

test('names that every object inherits are unknown classes, assets, members and parameters', async () => {
  const scene = `application: {name: t}
classes:
  Foo:
    kind: component
    fields: {a: {type: toString}}
    functions: {go: {returns: hasOwnProperty, do: [{return: 1}]}}
scenes: {Main: {objects: [{name: x, components: [{class: __proto__}]}]}}
`;
  const names = await messagesOf(scene);
  for (const name of ['class "__proto__"', 'type "toString"', 'type "hasOwnProperty"'])
    assert.match(names, new RegExp(`unknown ${name}`));
  const classes = await messagesOf(`application: {name: t}
classes:
  Bar: {kind: class, base: constructor}
`);
  assert.match(classes, /unknown class "constructor"/);
  const conditions = await messagesOf(`application: {name: t}
classes:
  Foo: {kind: component, fields: {b: {type: Boolean, showIf: {valueOf: true}}}}
`);
  assert.match(conditions, /Foo has no member "valueOf"/);
  const values = await messagesOf(`application: {name: t}
classes: {Foo: {kind: component}}
scenes: {Main: {objects: [{name: x, components: [{class: Foo, values: {constructor: 1}}]}]}}
`);
  assert.match(values, /Foo has no member "constructor"/);
  const actions = await messagesOf(`application: {name: t}
classes:
  Foo: {kind: component, functions: {go: {returns: Int32, do: [{return: $constructor}]}}}
timeline: [{at: 1s, do: [{loadAsset: constructor}, {spawn: {class: toString, name: y}}]}]
`);
  assert.match(actions, /unknown class "toString"/);
  assert.match(actions, /unknown asset "constructor"/);
  assert.match(actions, /unknown parameter "constructor"/);
});
