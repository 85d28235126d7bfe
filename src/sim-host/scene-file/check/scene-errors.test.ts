import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDiagnostic } from '../diagnostics.js';
import { checkSceneText } from './check.js';

/** A scene in which each case puts one error at the `%`. */
const scene = (parts: Parts) => `application: { name: Show${parts.application ?? ''} }
${parts.top ?? ''}
enums: { Mode: { values: [Off, On]${parts.enum ?? ''} } }
classes:
  Gate: { kind: static, fields: { on: { type: Boolean } }, functions: { MayQuit: { returns: Boolean, do: [{ return: true }] } } }
  Lens: { kind: struct, fields: { focal: { type: Single }, serial: { type: String, readOnly: true } } }
  Shape: { kind: class, abstract: true }
  Disc: { kind: class, base: Shape, fields: { radius: { type: Single } } }
  Knob: { kind: class, fields: { name: { type: String, key: true }, value: { type: Single } } }
  ${parts.class ?? ''}
  Lamp:
    kind: component
    fields:
      level: { type: Single, value: 1 }
      byte: { type: Byte }
      on: { type: Boolean }
      mode: { type: Mode, value: On }
      name: { type: String, value: lamp }
      lens: { type: Lens }
      shapes: { type: "Shape[]" }
      knobs: { type: "Knob[]", value: [{ name: a }] }
      clip: { type: Asset<AnimationClip> }
      friend: { type: Lamp }
      pos: { type: Vector3 }
      ${parts.field ?? ''}
    functions:
      Do:
        returns: Int32
        parameters: { text: { type: String, default: info }, count: { type: Int32 } }
        do: [{ log: { message: hi } }${parts.action === undefined ? '' : `, ${parts.action}`}]
assets:
  clip-1: { name: Idle, type: AnimationClip }
  chair: { guid: g-1, name: Chair, type: GameObject, loaded: false, object: { name: Chair, wrapper: { key: chair } } }
  ${parts.asset ?? ''}
scenes:
  Main:
    objects:
      - { name: Lamp, components: [{ class: Lamp, key: lamp${parts.component ?? ''} }] }
      - { name: Stand, wrapper: { key: stand }, components: [{ class: Lamp }] }
      ${parts.object ?? ''}
  Far: { objects: [{ name: Far, components: [{ class: Lamp, key: far }] }] }
${parts.timeline === undefined ? '' : `timeline: [{ at: 1, do: [${parts.timeline}] }]`}
`;

type Parts = Readonly<Record<string, string>>;

/** The parts of the scene with a text in one place. */
const places: Readonly<Record<string, (text: string) => Parts>> = {
  application: (text) => ({ application: `, ${text}` }),
  setAction: (text) => ({ timeline: `{ set: { object: lamp, ${text} } }` }),
  timeline: (text) => ({ timeline: `{ ${text} }` }),
  actions: (text) => ({ action: `{ ${text} }` }),
  values: (text) => ({ component: `, values: { ${text} }` }),
  drivers: (text) => ({ component: `, drive: { ${text} }` }),
  member: (text) => ({ field: `more: { ${text} }` }),
  fields: (text) => ({ field: text }),
  classes: (text) => ({ class: text }),
  objects: (text) => ({ object: `- { ${text} }` }),
  top: (text) => ({ top: text }),
};

/** For each place, its wrong texts and the only error of each, without its line. */
const errorsByPlace: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  application: {
    'firstId: "9223372036854775808"':
      'application.firstId: 9223372036854775808 is not from -9223372036854775808 to 9223372036854775807',
    'onQuitRequesting: Gate/MayQit': 'onQuitRequesting: unknown function "MayQit"; did you mean "MayQuit"?',
    'onQuitRequesting: lamp/Do': 'onQuitRequesting: "Do" does not return a Boolean',
    'onQuitRequesting: Gte/MayQuit': 'onQuitRequesting: unknown object "Gte"; did you mean "Gate"?',
  },
  setAction: {
    'path: lebel, value: 1':
      'timeline[0].do[0].set.path: property not found: lebel (at "lebel"); did you mean "level"?',
    'path: "", value: 1': 'set.path: the string must not be empty',
    'path: mode, value: Onn': 'set.value: expected Mode (Off, On), got "Onn"; did you mean "On"?',
    'path: clip, value: nope': 'set.value: unknown asset "nope"',
    'path: lens, value: null': 'set.value: expected Lens, got null',
    'path: lens, value: { focal: wide }': 'set.value.focal: expected Single, got "wide"',
    'path: level, value: $x': 'set.value: $x has no value on the timeline',
  },
  timeline: {
    'set: { object: lmap, path: level, value: 1 }': 'set.object: unknown object "lmap"; did you mean "lamp"?',
    'spawn: { class: Lamp, values: { level: null } }': 'spawn.values.level: expected Single, got null',
    'set: { object: stand, path: "components[Lamp]/lebel", value: 1 }':
      'set.path: property not found: components[Lamp]/lebel (at "lebel"); did you mean "level"?',
    'set: { object: stand, path: transform/position/q, value: 1 }':
      'set.path: property not found: transform/position/q (at "q")',
    'add: { object: lamp, path: name, value: 1 }': 'add.path: a String is not a number',
    'toggle: { object: lamp, path: level }': 'toggle.path: a Single is not a Boolean',
    'notify: { message: hi, type: warn }':
      'notify.type: "warn" is not of the expected form, expected info, success, warning or error, or an argument.',
    'log: { message: hi, level: Warn }':
      'log.level: "Warn" is not of the expected form, expected Log, Warning, Error, Exception or Assert, or an argument.',
    'loadAsset: clp-1': 'loadAsset: unknown asset "clp-1"; did you mean "clip-1"?',
    'spawn: { class: Lens }': 'spawn.class: "Lens" is of kind struct, expected a class of kind component',
    'spawn: { class: Lamp, key: a.b }':
      'spawn.key: "a.b" is not of the expected form, expected A source key without . [ ] /',
    'spawn: { class: Lamp, values: { lebel: 1 } }':
      'spawn.values.lebel: unknown member "lebel"; did you mean "level"?',
    'ask: { messageKey: Sure?, then: { no: [{ toggle: { object: lamp, path: onn } }] } }':
      'ask.then.no[0].toggle.path: property not found: onn (at "onn"); did you mean "on"?',
  },
  actions: {
    'set: { object: lamp, path: name, value: 007 }':
      'classes.Lamp.functions.Do.do[1].set.value: 007 is read as 7, expected quotes: "007"',
    'add: { path: level, value: { sum: [1, $x] } }': 'add.value.sum[1]: unknown parameter "x"',
    'set: { path: level, value: $cuont }': 'set.value: unknown parameter "cuont"; did you mean "count"?',
    'set: { path: level, value: $self.lebel }':
      'set.value: property not found: lebel (at "lebel"); did you mean "level"?',
    'set: { path: lens/focl, value: 1 }':
      'set.path: property not found: lens/focl (at "focl"); did you mean "focal"?',
    'return: many': 'return: expected Int32, got "many"',
  },
  values: {
    'name: 0042': 'components[0].values.name: 0042 is read as 42, expected quotes: "0042"',
    'name: 1.10': 'components[0].values.name: 1.10 is read as 1.1, expected quotes: "1.10"',
    'name: 1e3': 'components[0].values.name: 1e3 is read as 1000, expected quotes: "1e3"',
    'name: 0x1F': 'components[0].values.name: 0x1F is read as 31, expected quotes: "0x1F"',
    'name: 0o17': 'components[0].values.name: 0o17 is read as 15, expected quotes: "0o17"',
    'name: +7': 'components[0].values.name: +7 is read as 7, expected quotes: "+7"',
    'name: .inf': 'components[0].values.name: .inf is read as Infinity, expected quotes: ".inf"',
    'name: True': 'components[0].values.name: True is read as true, expected quotes: "True"',
    'byte: 3.5': 'values.byte: 3.5 would be rounded, expected Byte, a whole number from 0 to 255',
    'byte: 300': 'values.byte: expected Byte from 0 to 255, got 300',
    'mode: Onn': 'values.mode: expected Mode (Off, On), got "Onn"; did you mean "On"?',
    'pos: { w: 1 }': 'values.pos: Vector3 has no member "w"; available: x, y, z',
    'shapes: [{ "@type": Shape }]':
      'values.shapes[0]: expected a concrete class, and Shape is abstract, got "Shape"',
    'shapes: [{ "@type": Knob }]': 'values.shapes[0]: expected a Shape, got "Knob"',
    'shapes: [{ radius: wide }]': 'values.shapes[0].radius: expected Single, got "wide"',
    'clip: clip-2': 'values.clip: unknown asset "clip-2"; did you mean "clip-1"?',
    'clip: chair': 'values.clip: unknown asset "chair"',
    'friend: { ref: lmap }': 'values.friend: unknown source key "lmap"; did you mean "lamp"?',
    'friend: { ref: stand }':
      'values.friend: expected a reference to Lamp, got one to GameObjectWithTransform',
    'friend: { ref: far }':
      'values.friend: "far" is in a scene or an asset that is not loaded then, expected an object of this scene, or of one that is loaded before it',
    'friend: { ref: "stand.components[Disc]" }':
      'values.friend: expected { ref: key } of an exposed Lamp, got "stand.components[Disc]"',
    'lens/focl: 1':
      'values.lens/focl: property not found: lamp has no property lens/focl (at "focl"); did you mean "focal"?',
    'lens/focal: wide': 'values.lens/focal: lamp/lens/focal: expected Single, got "wide"',
  },
  drivers: {
    'name: { steps: { values: [a, 1.0], every: 2 } }':
      'scenes.Main.objects[0].components[0].drive.name.steps.values[1]: 1.0 is read as 1, expected quotes: "1.0"',
    'name: { ramp: { from: 0, to: 1, duration: 1 } }':
      'drive.name.ramp: a ramp gives numbers, and this is a String',
    'mode: { steps: { values: [On, Offf], every: 1 } }':
      'drive.mode.steps.values[1]: expected Mode (Off, On), got "Offf"; did you mean "Off"?',
    'level: { constant: null }': 'drive.level.constant: expected Single, got null',
    'mode: { steps: { values: [null], every: 1 } }':
      'drive.mode.steps.values[0]: expected Mode (Off, On), got null',
    'on: { constant: 1 }': 'drive.on.constant: expected Boolean, got 1',
    'level: { everyFrames: 2 }':
      'drive.level: it has no driver, expected one of constant, sine, ramp, noise, randomWalk, steps',
    'level: { constant: 1, noise: { amplitude: 1, period: 1 } }':
      'drive.level: it has several drivers, expected one of constant, sine, ramp, noise, randomWalk, steps',
    'pos/x: { constant: 1 }, "pos.y": { constant: 1 }, "pos.x": { constant: 2 }':
      'drive.pos.x: "pos.x" is already driven, in line ',
    'level: { randomWalk: { step: 1, min: 1, max: 0 } }': 'drive.level.randomWalk.min: 1 is more than max, 0',
    'lebel: { constant: 1 }': 'drive.lebel: property not found: lebel (at "lebel"); did you mean "level"?',
    'pos/w: { constant: 1 }': 'drive.pos/w: property not found: pos/w (at "w")',
    '"knobs[b]/value": { constant: 1 }': 'drive.knobs[b]/value: property not found: knobs[b]/value (at "b")',
    'friend/level: { constant: 1 }': 'drive.friend/level: property not found: friend/level (at "level")',
  },
  member: {
    'type: "float"': 'classes.Lamp.fields.more.type: unknown type "float"; did you mean "Single"?',
    'type: "int"': 'classes.Lamp.fields.more.type: unknown type "int"; did you mean "Int32"?',
    'type: "vec3"': 'classes.Lamp.fields.more.type: unknown type "vec3"; did you mean "Vector3"?',
    'type: "Singel"': 'classes.Lamp.fields.more.type: unknown type "Singel"; did you mean "Single"?',
    'type: "Single?"':
      'classes.Lamp.fields.more.type: "Single?" is not of the expected form, expected Value type',
    'type: Single, showIf: { mode: Onn }':
      'showIf.mode: expected Mode (Off, On), got "Onn"; did you mean "On"?',
    'type: Single, hideIf: { on: 1 }': 'hideIf.on: expected Boolean, true or false, got 1',
    'type: String, controller: { type: StringSelector, sourcePropertyName: lebel }':
      'sourcePropertyName: unknown member "lebel"; did you mean "level"?',
    'type: String, controller: { type: Slider, minValue: 0, maxValue: 1, step: 1 }':
      'classes.Lamp.fields.more: a Slider needs a number, and the type is String',
    'type: Single, controller: { type: Slider, minValue: 1, maxValue: 1, step: 1 }':
      'more.controller.minValue: 1 is not below maxValue, 1',
    'type: Lens, value: { focl: 1 }': 'more.value: Lens has no member "focl"; did you mean "focal"?',
    'type: Lens, value: { serial: x }': 'more.value: read only: Lens/serial',
    'type: Lamp, value: { ref: lamp }': 'more.value: expected { ref: key } of an exposed Lamp, got "lamp"',
    'type: Single, default: 1': 'more.default: unknown key "default"',
  },
  fields: {
    'serial: { type: String, value: 007 }':
      'classes.Lamp.fields.serial.value: 007 is read as 7, expected quotes: "007"',
    'tags: { type: "String[]", value: [a, 007, 7] }':
      'classes.Lamp.fields.tags.value[1]: 007 is read as 7, expected quotes: "007"',
  },
  classes: {
    'A: { kind: struct, base: A }': 'classes.A.base: "A" derives from itself',
    'A: { kind: class, base: Lens }':
      'classes.A.base: "Lens" is of kind struct, expected a base of kind class',
    'A: { kind: class, fields: { a: { type: A } } }':
      'classes.A.fields.a.type: a new A would contain others without end, expected nullable: true, or an array',
    'A: { kind: class, functions: { Do: { returns: Int32 } } }': 'functions.Do: the key "do" is missing',
    'Component: { kind: struct }':
      'classes.Component: Exposed class Component: the name is that of another type; give the class another exposed name',
    'A: { kind: struct, fields: { constructor: { type: Int32 } } }':
      'fields.constructor: "constructor" is not a valid name, expected letters, digits and _, not starting with a digit',
    'A: { kind: class, abstract: true }\n  B: { kind: struct, fields: { a: { type: A } } }':
      'classes.B.fields.a.type: A has no concrete exposed subtype',
    'B: { kind: struct, fields: { gate: { type: Gate } } }':
      'classes.B.fields.gate.type: a Gate cannot be created by a write',
    'A: { kind: static, functions: { Go: { do: [{ log: { message: a } }] }, go: { do: [{ log: { message: a } }] } } }':
      "functions.go: two have this name; give one of them another with { name: '…' }",
    'A: { kind: struct, isAbstract: true }': 'classes.A.isAbstract: unknown key "isAbstract"',
    '"Dis\\ud800": { kind: class }': 'has half of a character',
  },
  objects: {
    'name: Lid, wrapper: { key: lid, alias: top }':
      'scenes.Main.objects[2].wrapper.alias: unknown key "alias", expected one of key, class',
    'name: G, repeat: -1, components: [{ class: Lamp, key: "g-{i}", values: { name: "{i}" } }]':
      'repeat: -1 must be >= 1',
    'name: G, repeat: 9, components: [{ class: Lamp, key: "g-{i}", values: { on: "{i}" } }]':
      'values.on: expected Boolean, got "0"',
    'name: G, repeat: 300, components: [{ class: Lamp, key: "g-{i}", values: { byte: "{i}", level: "{i}" } }]':
      'values.byte: expected Byte from 0 to 255, got "299"',
    'name: G, repeat: 300, components: [{ class: Lamp, key: "g-{i}", values: { on: "{i}" } }]':
      'values.on: expected Boolean, got "0"',
    'name: G, repeat: 2, components: [{ class: Lamp, key: same }]':
      'components[0].key: the copies have the same key "same", expected {i} in it',
    'name: G, components: [{ class: Gate }]':
      'components[0].class: "Gate" is of kind static, expected a class of kind component',
    'name: G, components: [{ class: Lens }]':
      'components[0].class: "Lens" is of kind struct, expected a class of kind component',
    'name: G, repeat: 3, components: [{ class: Lamp, key: "lamp-{i}" }] }\n      - { name: H, wrapper: { key: lamp-2 }':
      'wrapper.key: the source key "lamp-2" is taken, by line',
    'name: G, repeat: 2, children: [{ name: H, repeat: 2, wrapper: { key: "h-{i}" } }]':
      'wrapper.key: the copies have the same key "h-0", expected {i} in it',
    'name: G, wrapper: { key: "h-{i}" }': 'wrapper.key: outside of a repeat {i} has no value',
    'name: G, repeat: 3, components: [{ class: Lamp, key: "h-{i}", values: { friend: { ref: "g-{i}" } } }] }\n      - { name: H, repeat: 2, components: [{ class: Lamp, key: "g-{i}" }]':
      'values.friend: expected { ref: key } of an exposed Lamp, got "g-2"',
    'name: G }\n  A: { active: true }\n  C: { active: false }\n  B: { active: true':
      'scenes.B.active: "A" is active already, expected one active scene',
  },
  top: {
    'server: { host: "http://studio.local" }':
      'server.host: "http://studio.local" is not an address to listen on',
    'server: { allowHosts: [studio.local, "http://a"] }':
      'server.allowHosts[1]: "http://a" is not a host name',
    'order: [lamp]':
      'order: unknown key "order", expected one of application, loop, server, project, ui, translations, enums, classes, assets, scenes, timeline, objects, replay',
    'ui: { menuItems: [{ id: a, label: A, pageType: objcts }] }':
      'ui.menuItems[0].pageType: unknown page type "objcts"; did you mean "objects"?',
    'ui: { menuItems: [{ id: a, label: A, selectorObjectId: lmap }] }':
      'selectorObjectId: unknown object "lmap"; did you mean "lamp"?',
    'ui: { menuItems: [{ id: a, label: A }, { id: a, label: B }] }':
      'menuItems[1].id: the menu id "a" is taken, by line 2',
    'server: { allowOrigins: [https://panel.example/] }':
      'allowOrigins[0]: "https://panel.example/" is not an origin',
    'project: { folder: ./p, live: ../x.json }':
      'project.live: "../x.json" is not of the expected form, expected A path relative to the folder, without .., of the live scene that opens at the start. It is created if missing; a live scene that was open last takes precedence.',
  },
};

/** Errors of other places, and of several together. */
const otherErrors: readonly (readonly [parts: Parts, message: string])[] = [
  [
    {
      class: 'A: { kind: component, base: Lmp, fields: { x: { type: Single, showIf: { onn: true } } } }',
      object:
        '- { name: G, components: [{ class: A, key: g, values: { level: 1 }, drive: { lebel: { constant: 1 } } }] }',
    },
    'classes.A.base: unknown class "Lmp"; did you mean "Lamp"?',
  ],
  [
    { field: 'friends: { type: "Lamp[]", value: [null] }', component: ', values: { "friends[0]": 3 }' },
    'values.friends[0]: lamp/friends/0: expected { ref: key } of a Lamp or null, got 3',
  ],
  [
    {
      component:
        ', values: { friend: { ref: "stand.components[Lamp]" } }, drive: { friend/level: { constant: 1 } }',
      object:
        '- { name: G, components: [{ class: Lamp, key: g, values: { friend: { ref: "stand.components[Lamp]" } }, drive: { friend/level: { constant: 1 } } }] }',
    },
    'drive.friend/level: "friend/level" is already driven, in line ',
  ],
  [{ timeline: '{}' }, 'timeline[0].do[0]: the mapping must not be empty'],
  [
    { top: 'translations: { fr: { a: b } }', application: ', languages: [en, ja]' },
    'translations.fr: unknown language "fr"',
  ],
  [
    { component: ', edited: { level: 2 }' },
    'scenes.Main.objects[0].components[0].edited: unknown key "edited", expected one of class, key, exposed, values, drive, images',
  ],
  [{ component: ', images: { name: none.png } ' }, 'images.name: ENOENT: no such file or directory'],
  [
    { enum: ', displayNames: { Onn: Yes }' },
    'enums.Mode.displayNames.Onn: unknown value "Onn"; did you mean "On"?',
  ],
  [
    { asset: 'other: { guid: g-1, name: Other, type: GameObject }' },
    'assets.other.guid: asset GUID "g-1" is already taken',
  ],
  // Names that a path cannot contain.
  [
    { class: `More: { kind: class, fields: { ${'n'.repeat(1025)}: { type: Single } } }` },
    'has more than 1024 characters',
  ],
  [
    { object: `- { name: L, components: [{ class: Lamp, key: ${'k'.repeat(1025)} }] }` },
    'has more than 1024 characters',
  ],
];

const cases = [
  ...otherErrors,
  ...Object.entries(errorsByPlace).flatMap(([place, errors]) =>
    Object.entries(errors).map(([text, message]) => [places[place]!(text), message] as const),
  ),
];

test('an entry that never stops happening is refused, as seconds and as a text', async () => {
  for (const every of ['0', '0 ms', '0.0 s']) {
    const { diagnostics } = await checkSceneText(
      scene({ top: `timeline: [{ every: ${every}, do: [{ log: { message: a } }] }]` }),
      'show.yaml',
    );
    assert.deepEqual(
      diagnostics.map(({ path, message }) => [path, message]),
      [['timeline[0].every', every === '0' ? '0 must be > 0' : `"${every}" is not of the expected form`]],
    );
  }
});

test('a part that an entry of a list lacks is reported at the entry', async () => {
  const text = `${scene({})}timeline:\n  - { at: 1, do: [{ log: { message: a } }] }\n  - { at: 2 }\n`;
  const { diagnostics } = await checkSceneText(text, 'show.yaml');
  const line = text.split('\n').indexOf('  - { at: 2 }') + 1;
  assert.deepEqual(
    diagnostics.map((each) => [each.path, each.line, each.column]),
    [['timeline[1]', line, 5]],
  );
});

test('errors of form come first, then those of names, then those of values, each all at once', async () => {
  const stages: readonly (readonly [slips: readonly [string, string][], paths: readonly string[]])[] = [
    [[], []],
    [
      [
        ['key: lamp', 'key: lamp, values: { byte: 300 }, drive: { lebel: { constant: 1 } }'],
        ['{ log: { message: hi } }', '{ toggle: { path: onn } }'],
      ],
      [
        'classes.Lamp.functions.Do.do[0].toggle.path',
        'scenes.Main.objects[0].components[0].values.byte',
        'scenes.Main.objects[0].components[0].drive.lebel',
      ],
    ],
    [
      [
        ['fields: { on: { type: Boolean } }', 'fields: { on: { type: Bolean } }'],
        ['components: [{ class: Lamp }]', 'components: [{ class: Lmap }]'],
      ],
      ['classes.Gate.fields.on.type', 'scenes.Main.objects[1].components[0].class'],
    ],
    [
      [
        ['kind: struct', 'kind: Struct'],
        ['loaded: false', 'laoded: false'],
      ],
      ['classes.Lens.kind', 'assets.chair.laoded'],
    ],
  ];
  let text = scene({});
  for (const [slips, paths] of stages) {
    for (const [right, wrong] of slips) {
      assert.ok(text.includes(right), right);
      text = text.replace(right, wrong);
    }
    const { diagnostics } = await checkSceneText(text, 'show.yaml');
    assert.deepEqual(
      diagnostics.map(({ path }) => path),
      paths,
    );
  }
});

test('an error that keeps a class from being used is reported once, whatever uses the class', async () => {
  const slider = '{ type: Slider, minValue: 0, maxValue: 1, step: 1 }';
  for (const [bad, path] of [
    [`Bad: { kind: struct, fields: { a: { type: String, controller: ${slider} } } }`, '.fields.a'],
    [`Bad: { kind: struct, fields: { ${'n'.repeat(1025)}: { type: String } } }`, ''],
  ]) {
    const { diagnostics } = await checkSceneText(
      scene({
        class: `${bad}\n  Worse: { kind: struct, base: Bad }`,
        field: 'bad: { type: Bad, value: { a: x } }\n      more: { type: "Worse[]", value: [{ a: x }] }',
        component: ', values: { bad: { a: x } }',
      }),
      'show.yaml',
    );
    assert.deepEqual(
      diagnostics.map((each) => each.path),
      [`classes.Bad${path}`],
    );
  }
});

test('copies of one object with the same error are reported once', async () => {
  const object =
    '- { name: G, repeat: 3, components: [{ class: Lamp, key: "g-{i}", values: { on: "{i}" }, drive: { pos: { constant: {} }, lebel: { constant: 1 } } }] }';
  const { diagnostics } = await checkSceneText(scene({ object }), 'show.yaml');
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    ['expected Boolean, got "0"', 'property not found: lebel (at "lebel")'],
  );
});

test('the scene without a case has no errors', async () => {
  assert.deepEqual((await checkSceneText(scene({}), 'show.yaml')).diagnostics, []);
});

for (const [parts, message] of cases) {
  test(`one error: ${message}`, async () => {
    const { diagnostics } = await checkSceneText(scene(parts), 'show.yaml');
    const [only, ...others] = diagnostics.map(formatDiagnostic);
    assert.deepEqual(others, [], only);
    assert.ok(only?.includes(message), only ?? 'nothing was found');
  });
}

test('what a spawn creates may be used, by its key or by one like it', async () => {
  const spawns = '{ spawn: { class: Lamp, key: extra } }, { set: { object: extra, path: level, value: 1 } }';
  assert.deepEqual((await checkSceneText(scene({ timeline: spawns }), 'show.yaml')).diagnostics, []);
  const many = {
    action: '{ spawn: { class: Lamp, key: "extra-$count" } }',
    timeline: '{ set: { object: extra-7, path: level, value: 1 } }',
  };
  assert.deepEqual((await checkSceneText(scene(many), 'show.yaml')).diagnostics, []);
  const computed = { action: '{ spawn: { class: Lamp, key: "extra-$self.name" } }' };
  assert.deepEqual((await checkSceneText(scene(computed), 'show.yaml')).diagnostics, []);
  const wrong = '{ spawn: { class: Lamp, key: extra } }, { set: { object: extra, path: lebel, value: 1 } }';
  const { diagnostics } = await checkSceneText(scene({ timeline: wrong }), 'show.yaml');
  assert.match(diagnostics[0]!.message, /property not found: lebel/);
});

test('null is a value of a reference, an asset, a string and a nullable member', async () => {
  const field = 'maybe: { type: Single, nullable: true }';
  const timeline = ['friend', 'clip', 'name', 'maybe'].map(
    (path) => `{ set: { object: lamp, path: ${path}, value: null } }`,
  );
  const parts = { field, timeline: timeline.join(), component: ', drive: { maybe: { constant: null } }' };
  assert.deepEqual((await checkSceneText(scene(parts), 'show.yaml')).diagnostics, []);
});

test('what the scene itself changes is not held against how it begins', async () => {
  const actions = `{ set: { object: lamp, path: knobs, value: [{ name: b }] } },
    { set: { object: lamp, path: "knobs[b]/value", value: 1 } }`;
  assert.deepEqual((await checkSceneText(scene({ timeline: actions }), 'show.yaml')).diagnostics, []);
});

test('an action on one of many copies, of which the check builds only some, is checked', async () => {
  const object = '- { name: G, repeat: 1000, components: [{ class: Lamp, key: "g-{i}" }] }';
  for (const [path, message] of [
    ['level', undefined],
    ['lebel', 'property not found: lebel (at "lebel")'],
  ]) {
    const timeline = `{ set: { object: g-999, path: ${path}, value: 1 } }`;
    const { diagnostics } = await checkSceneText(scene({ object, timeline }), 'show.yaml');
    assert.equal(diagnostics[0]?.message, message);
  }
});

test('a driver of a copy whose friend is among those that the check does not build has no error', async () => {
  const object =
    '- { name: G, repeat: 1000, components: [{ class: Lamp, key: "g-{i}", values: { friend: { ref: g-999 } }, drive: { friend/level: { constant: 1 } } }] }';
  assert.deepEqual((await checkSceneText(scene({ object }), 'show.yaml')).diagnostics, []);
});

test('values by path are checked in a scene with many copies, except those that lead to a missing copy', async () => {
  const many = '- { name: G, repeat: 1000, components: [{ class: Lamp, key: "g-{i}" }] }';
  for (const [values, message] of [
    ['lens/focal: wide', 'lamp-a/lens/focal: expected Single, got "wide"'],
    ['lens/focl: 1', 'property not found: lamp-a has no property lens/focl (at "focl")'],
    ['friend: { ref: g-999 }, friend/level: 1', undefined],
    ['"friends[0]": { ref: g-999 }', undefined],
  ]) {
    const object = `${many}
      - { name: A, components: [{ class: Lamp, key: lamp-a, values: { ${values} } }] }`;
    const field = 'friends: { type: "Lamp[]", value: [null] }';
    const { diagnostics } = await checkSceneText(scene({ object, field }), 'show.yaml');
    assert.equal(diagnostics[0]?.message, message);
  }
});

test('drivers of two plain objects at the same path are no error', async () => {
  const { diagnostics } = await checkSceneText(
    `application: { name: Show }
classes:
  Config: { kind: class, fields: { level: { type: Single, persist: false } } }
  Lamp: { kind: component, fields: { config: { type: Config, nullable: true, persist: false } } }
objects: [{ class: Config, key: a }, { class: Config, key: b }]
scenes:
  Main:
    objects:
      - { name: A, components: [{ class: Lamp, key: la, values: { config: { ref: a } }, drive: { config/level: { constant: 1 } } }] }
      - { name: B, components: [{ class: Lamp, key: lb, values: { config: { ref: b } }, drive: { config/level: { constant: 1 } } }] }
`,
    'show.yaml',
  );
  assert.deepEqual(diagnostics, []);
});
