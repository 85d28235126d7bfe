import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSceneText } from './check/check.js';

async function messagesOf(scene: string): Promise<string> {
  const { diagnostics } = await checkSceneText(scene, 'scene.yaml');
  return diagnostics.map(({ message }) => message).join('\n');
}

test('what every object inherits is no class, no asset, no member and no parameter of a scene', async () => {
  const scene = `application: {name: t}
classes:
  Bar: {kind: class, base: constructor}
  Foo:
    kind: component
    fields: {a: {type: toString}, b: {type: Boolean, showIf: {valueOf: true}}}
    functions: {go: {returns: hasOwnProperty, do: [{return: 1}]}}
scenes: {Main: {objects: [{name: x, components: [{class: __proto__}]}]}}
`;
  const said = await messagesOf(scene);
  for (const name of ['class "constructor"', 'type "toString"', 'type "hasOwnProperty"'])
    assert.match(said, new RegExp(`there is no ${name}`));
  assert.match(said, /there is no component class "__proto__"/);
  assert.match(said, /Foo has no member "valueOf"/);
  const values = await messagesOf(`application: {name: t}
classes:
  Foo: {kind: component, functions: {go: {returns: Int32, do: [{return: $constructor}]}}}
scenes: {Main: {objects: [{name: x, components: [{class: Foo, values: {constructor: 1}}]}]}}
timeline: [{at: 1s, do: [{loadAsset: constructor}, {spawn: {class: toString, name: y}}]}]
`);
  assert.match(values, /there is no component class "toString"/);
  assert.match(values, /there is no asset "constructor"/);
  assert.match(values, /has no parameter "constructor"/);
  assert.match(values, /Foo has no member "constructor"/);
});
