import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { storedMember } from '../../../test/support/stored-model.js';
import {
  type ClassDefinition,
  createPlainHost,
  type EnumDefinition,
  exposeClass,
  exposedClass,
  exposedField,
  exposedFunction,
  exposedProperty,
  exposeEnum,
  exposeExternalEnum,
  type MemberDefinition,
  type ParameterDefinition,
  RemoteControlService,
} from '../index.js';

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());
const newService = () => new RemoteControlService({ host, http: { port: 0 } });
type Service = ReturnType<typeof newService>;

const stored = (name: string, type: string, rest: Partial<MemberDefinition> = {}) =>
  storedMember(name, { type, ...rest });

function definition(name: string, members: MemberDefinition[], rest: Partial<ClassDefinition> = {}) {
  const constructorFunction = class {};
  return {
    name,
    kind: 'class' as const,
    members,
    functions: [],
    constructorFunction,
    create: () => new constructorFunction(),
    ...rest,
  };
}

const findEnum = ({ classes }: Service, name: string) => classes.enums().find((each) => each.name === name);
const describe = (service: Service, name: string) =>
  JSON.parse(JSON.stringify(service.model.descriptors.class(service.classes.find(name)!)));
const read = (service: Service, key: string, path: string) =>
  JSON.parse(
    `{${service.model.texts.propertyMembers(service.model.resolver.property(service.objects.resolve(key)!, path))}}`,
  );

@exposedClass({ name: 'Identity.Device' })
class Device {
  @exposedField({ type: 'Single', label: 'Level' }) accessor level = 1;
  @exposedField({ type: 'Single' }) accessor gain = 2;
  @exposedFunction({ returns: 'String' }) identify() {
    return 'device';
  }
  @exposedFunction() stop() {}
}

@exposedClass({ name: 'Identity.Mixer' })
class Mixer extends Device {
  #level = 7;
  @exposedField({ type: 'String' }) accessor note = '';
  @exposedProperty({ type: 'Int32', label: 'Whole level', persist: true }) override get level() {
    return this.#level;
  }
  override set level(value: number) {
    this.#level = value;
  }
  @exposedFunction({ returns: 'String', label: 'Who' }) override identify() {
    return 'mixer';
  }
}

test('function names that differ only in case are the same', () => {
  const service = newService();
  const invoke = () => undefined;
  const base = definition('Cased', [], {
    functions: [{ name: 'Pulse', returnType: 'Void', parameters: [], invoke }],
  });
  const derived = definition('CasedToo', [], {
    base: 'Cased',
    functions: [{ name: 'pulse', returnType: 'Void', parameters: [], invoke, label: 'again' }],
  });
  service.classes.define(derived);
  service.classes.define(base);
  const cls = service.classes.find('CasedToo')!;
  assert.deepEqual(
    cls.functions.map((each) => each.definition.name),
    ['pulse'],
  );
  assert.equal(cls.function('PULSE')?.definition.label, 'again');
});

test('a base that is not exposed is skipped; one that is exposed later is found', () => {
  class Root {
    size = 1;
  }
  class Between extends Root {}
  class Leaf extends Between {
    color = 'red';
  }
  exposeClass(Leaf, { name: 'Identity.Leaf', fields: { color: {} } });
  const service = newService();
  const leaf = service.objects.register(new Leaf());
  const names = () => leaf.class.members.map(({ name }) => name);
  assert.deepEqual(names(), ['color']);
  exposeClass(Root, { name: 'Identity.Root', fields: { size: { type: 'Int32' } } });
  service.model.scanDeclarations();
  assert.deepEqual(names(), ['size', 'color']);
  assert.equal(leaf.class.base, service.classes.find('Identity.Root'));
  assert.equal(service.property(leaf, 'color').get(), 'red');
});

test('conditions show enum values as reads do, however they are stored', () => {
  const service = newService();
  const values = [
    { name: 'Off', value: 0 },
    { name: 'Low', value: 1 },
    { name: 'High', value: 2 },
  ];
  service.classes.defineEnum({ name: 'NumberMode', values });
  service.classes.defineEnum({ name: 'NameMode', values, storedAs: 'name' });
  service.classes.defineEnum({ name: 'FlagMode', values, flags: true });
  const on = (property: string, value: number | string | boolean) => ({
    conditions: [{ property, value, showWhenMatch: true }],
  });
  service.classes.define(
    definition(
      'Conditional',
      [
        stored('number', 'NumberMode'),
        stored('name', 'NameMode'),
        stored('flags', 'FlagMode', { formerNames: ['bits'] }),
        stored('maybe', 'NumberMode', { nullable: true }),
        stored('a', 'Int32', on('number', 2)),
        stored('b', 'Int32', on('name', 1)),
        stored('c', 'Int32', on('bits', 3)),
        stored('d', 'Int32', on('flags', 'High,Low')),
        stored('e', 'Int32', on('maybe', '2')),
        stored('f', 'Int32', on('number', 'Elsewhere')),
        stored('g', 'Int32', on('a', 2)),
      ],
      {
        functions: [
          {
            name: 'go',
            returnType: 'Void',
            parameters: [
              { name: 'mode', type: 'NumberMode' },
              { name: 'speed', type: 'Single', ...on('mode', 1) },
            ],
            invoke: () => undefined,
            ...on('number', 0),
          },
        ],
      },
    ),
  );
  const { properties, functions } = describe(service, 'Conditional');
  assert.deepEqual(
    properties
      .slice(4)
      .map((each: { visibility: { property: string; value: unknown } }) => [
        each.visibility.property,
        each.visibility.value,
      ]),
    [
      ['number', 'High'],
      ['name', 'Low'],
      ['flags', 'Low, High'],
      ['flags', 'Low, High'],
      ['maybe', 'High'],
      ['number', 'Elsewhere'],
      ['a', 2],
    ],
  );
  assert.equal(functions[0].visibility.value, 'Off');
  assert.equal(functions[0].parameters[1].visibility.value, 'Low');
});

test('parameter defaults are shown as reads show such values, however they are declared', () => {
  const Mode = { Calm: 0, Loud: 5 };
  const service = newService();
  service.classes.defineEnum({
    name: 'Identity.Mode',
    flags: false,
    values: Object.entries(Mode).map(([name, value]) => ({ name, value })),
  });
  const given = {
    gain: ['Single', Number.NEGATIVE_INFINITY, '-Infinity'],
    trims: ['Single[]', [Number.NaN, 0.1], ['NaN', 0.1]],
    mode: ['Identity.Mode', Mode.Loud, 'Loud'],
    modes: ['Identity.Mode[]', ['Calm', 5], ['Calm', 'Loud']],
    serial: ['Int64', 2n ** 60n, 2n ** 60n],
    spot: ['Vector3', { y: 2 }, { x: 0, y: 2, z: 0 }],
    note: ['String', null, null],
  } as const;
  service.classes.define(
    definition('Identity.Fader', [], {
      functions: [
        {
          name: 'fade',
          returnType: 'Void',
          parameters: Object.entries(given).map(([name, [type, declared]]) => ({
            name,
            type,
            default: declared as ParameterDefinition['default'],
          })),
          invoke: () => {},
        },
      ],
    }),
  );
  const [fade] = (
    service.model.descriptors.class(service.classes.find('Identity.Fader')!) as {
      functions: { parameters: { name: string; defaultValue: unknown }[] }[];
    }
  ).functions;
  assert.deepEqual(
    fade!.parameters.map(({ name, defaultValue }) => [name, defaultValue]),
    Object.entries(given).map(([name, [, , told]]) => [name, told]),
  );
});

test('a redefined enum is updated in linked classes and logged once', () => {
  const service = newService();
  const first = { name: 'Curve', values: [{ name: 'Linear', value: 0 }] };
  service.classes.defineEnum(first);
  const type = definition('Fader', [stored('curve', 'Curve')]);
  service.classes.define(type);
  const target = Object.assign(type.create() as object, { curve: 1 });
  service.objects.register(target, { sourceKey: 'fader' });
  assert.equal(read(service, 'fader', 'curve').value, '1');
  let changes = 0;
  service.classes.onChanged(() => changes++);
  const second: EnumDefinition = {
    name: 'Curve',
    values: [
      { name: 'Linear', value: 0 },
      { name: 'Steep', value: 1 },
    ],
  };
  service.classes.defineEnum(second);
  assert.equal(read(service, 'fader', 'curve').value, 'Steep');
  assert.equal(changes, 1);
  service.classes.defineEnum({ ...second });
  assert.equal(changes, 1);
  service.classes.undefine(['Curve']);
  service.classes.defineEnum(first);
  assert.equal(read(service, 'fader', 'curve').value, '1');
  assert.throws(() => service.classes.defineEnum({ ...first, name: 'Single' }), /Single: the name is taken/);
  assert.throws(() => service.classes.defineEnum({ ...first, name: 'Fader' }), /Fader: the name is taken/);
});

test('two classes of one name are refused with the members of both', () => {
  const service = newService();
  service.classes.define(definition('Fader', [stored('curve', 'Single'), stored('level', 'Single')]));
  assert.throws(
    () => service.classes.define(definition('Fader', [stored('gain', 'Single')])),
    /^Error: Exposed class Fader: two classes have this name \(.* with curve, level; .* with gain\); give one of them another/,
  );
  assert.throws(
    () => service.classes.define(definition('Single', [])),
    /Single: the name is that of another type; give the class another/,
  );
});

test('exposing an enum again replaces it in running and later services', () => {
  exposeEnum({ Slow: 0 }, { name: 'Identity.Speed' });
  exposeExternalEnum({ Left: 0, Right: 1 }, { name: 'Identity.Side' });
  const service = newService();
  exposeEnum({ Slow: 0, Fast: 1 }, { name: 'Identity.Speed' });
  exposeExternalEnum({ Left: 0, Right: 1 }, { name: 'Identity.Side', excludeNames: ['Right'] });
  let changes = 0;
  service.classes.onChanged(() => changes++);
  service.model.scanDeclarations();
  const names = (of: Service, name: string) => findEnum(of, name)?.values.map((each) => each.name);
  for (const each of [service, newService()]) {
    assert.deepEqual(names(each, 'Identity.Speed'), ['Slow', 'Fast']);
    assert.deepEqual(names(each, 'Identity.Side'), ['Left']);
  }
  const before = changes;
  service.model.scanDeclarations();
  assert.equal(changes, before);
});

test('reset and a new scan keep objects, classes and enums', () => {
  const service = newService();
  const mixer = new Mixer();
  const handle = service.objects.register(mixer, { sourceKey: 'mixer' });
  const kept = service.property(handle, 'gain');
  service.property(handle, 'gain').set(5, 'user');
  const cls = handle.class;
  const wrapper = service.classes.find('GameObjectWithTransform');
  let changes = 0;
  service.classes.onChanged(() => changes++);
  service.classes.reset();
  assert.equal(service.classes.find('Identity.Mixer'), undefined);
  assert.ok(wrapper !== undefined && service.classes.find('GameObjectWithTransform') === wrapper);
  assert.notEqual(findEnum(service, 'Identity.Side'), undefined);
  service.model.scanDeclarations();
  assert.ok(changes > 1);
  assert.equal(service.classes.find('Identity.Mixer'), cls);
  assert.equal(handle.class, cls);
  assert.equal(service.classes.classOf(mixer), cls);
  assert.ok(cls.isA(service.classes.find('Identity.Device')!));
  assert.deepEqual(read(service, 'mixer', 'gain'), { value: 5, id: handle.id, path: 'gain', changed: true });
  assert.deepEqual(
    service.model.dirty.dirtyMembers(handle).map(({ name }) => name),
    ['gain'],
  );
  kept.set(6);
  assert.equal(mixer.gain, 6);
  assert.equal(service.objects.register(mixer, { sourceKey: 'mixer' }), handle);
});

test('a redefined class keeps the defaults and edits of its objects by member names', () => {
  const service = newService();
  const constructorFunction = class {};
  const create = () => Object.assign(new constructorFunction(), { a: 1, b: 2, c: 3 });
  const define = (...members: MemberDefinition[]) =>
    service.classes.define(definition('Turned', members, { constructorFunction, create }));
  define(stored('a', 'Int32'), stored('b', 'Int32'));
  service.classes.define(definition('TurnedToo', [stored('d', 'Int32')], { base: 'Turned' }));
  const derived = service.classes.find('TurnedToo')!;
  const target = create();
  const handle = service.objects.register(target, { sourceKey: 'turned' });
  const b = service.property(handle, 'b');
  b.set(20, 'user');
  service.classes.undefine(['Turned']);
  define(stored('c', 'Int32'), stored('b', 'Int32'), stored('a', 'String'));
  assert.deepEqual(
    handle.class.members.map(({ name, type }) => [name, type.name]),
    [
      ['c', 'Int32'],
      ['b', 'Int32'],
      ['a', 'String'],
    ],
  );
  assert.deepEqual(
    derived.members.map(({ name }) => name),
    ['c', 'b', 'a', 'd'],
  );
  assert.ok(derived.isA(handle.class));
  assert.deepEqual(
    service.model.dirty.dirtyMembers(handle).map(({ name }) => name),
    ['b'],
  );
  assert.equal(read(service, 'turned', 'b').changed, true);
  assert.equal(read(service, 'turned', 'c').changed, false);
  service.model.writer.reset(
    service.model.resolver.property(handle, 'b'),
    service.model.defaults.of(handle)!,
    'reset',
  );
  assert.deepEqual([target.b, target.c], [2, 3]);
  b.set(4);
  assert.deepEqual([target.b, target.c], [4, 3]);
});

test('a removed class does not return with a scan, and does with a reset', () => {
  const service = newService();
  service.classes.undefine(['Identity.Mixer', 'Identity.Speed']);
  service.model.scanDeclarations();
  assert.equal(service.classes.find('Identity.Mixer'), undefined);
  assert.equal(findEnum(service, 'Identity.Speed'), undefined);
  service.classes.define(definition('Identity.Mixer', [stored('other', 'Int32')]));
  service.model.scanDeclarations();
  assert.deepEqual(
    service.classes.find('Identity.Mixer')!.members.map(({ name }) => name),
    ['other'],
  );
  service.classes.reset();
  service.model.scanDeclarations();
  assert.deepEqual(service.classes.find('Identity.Mixer')!.members.length, 3);
  assert.notEqual(findEnum(service, 'Identity.Speed'), undefined);
});

test('classes that refer to each other link in any order, even if their base is last', () => {
  const a = definition('HoldsB', [stored('bs', 'HoldsA[]')], { base: 'HoldsBase' });
  const b = definition('HoldsA', [stored('a', 'HoldsB', { nullable: true })]);
  const base = definition('HoldsBase', [stored('self', 'HoldsB', { nullable: true })], { abstract: true });
  for (const order of [
    [a, b, base],
    [b, a, base],
    [base, a, b],
    [b, base, a],
  ]) {
    const service = newService();
    for (const each of order) {
      service.classes.define(each);
      service.classes.problems();
    }
    assert.equal(service.classes.problems().size, 0);
    assert.deepEqual(
      service.classes.find('HoldsB')!.members.map(({ name }) => name),
      ['self', 'bs'],
    );
    assert.deepEqual(
      service.classes.concreteSubtypes(service.classes.find('HoldsBase')!).map(({ name }) => name),
      ['HoldsB'],
    );
  }
});

test('a class in a cycle is keepable or not, whichever class is checked first', () => {
  const kept = (name: string, other: string, observed: boolean) =>
    definition(name, [stored('other', other, { nullable: true, observed })]);
  for (const order of [
    ['RoundA', 'RoundB', 'RoundC'],
    ['RoundC', 'RoundB', 'RoundA'],
    ['RoundB', 'RoundA', 'RoundC'],
  ]) {
    const service = newService();
    service.classes.define(kept('RoundA', 'RoundB', true));
    service.classes.define(
      definition('RoundB', [
        stored('back', 'RoundA', { nullable: true }),
        stored('on', 'RoundC', { nullable: true }),
      ]),
    );
    service.classes.define(definition('RoundC', [stored('seen', 'Int32', { observed: false })]));
    for (const name of order) assert.equal(service.classes.keepable(service.classes.find(name)), false, name);
  }
});
