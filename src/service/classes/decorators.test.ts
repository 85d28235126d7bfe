import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlainHost, exposeClass, exposeEnum, type LogEntry, RemoteControlService } from '../index.js';
import { exposedClass, exposedField, exposedFunction, exposedProperty } from './decorators.js';

// biome-ignore lint/suspicious/noExplicitAny: decorators as compilers without types call them
const untyped = { exposedClass, exposedField, exposedFunction, exposedProperty } as any;

function createService() {
  const entries: LogEntry[] = [];
  const host = createPlainHost({ name: 'Test', log: (entry) => void entries.push(entry) });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  return { service, entries };
}

test('legacy decorator calls of other shapes are refused with the member and the fix', () => {
  class Lamp {}
  const babel2018 = { kind: 'field', key: 'brightness', placement: 'own', descriptor: {} };
  for (const [args, place] of [
    [[Lamp.prototype, 'brightness'], 'Lamp.brightness'],
    [[Lamp.prototype, 'brightness', { initializer: () => 1 }], 'Lamp.brightness'],
    [[Lamp, 'brightness', undefined], 'Lamp.brightness'],
    [[babel2018], 'brightness'],
  ] as const) {
    for (const name of ['exposedField', 'exposedProperty', 'exposedFunction']) {
      assert.throws(
        () => untyped[name]()(...args),
        new RegExp(
          `^Error: ${place}: @${name}\\(\\) was called as a legacy decorator\\. .*experimentalDecorators`,
        ),
      );
    }
  }
  assert.throws(() => untyped.exposedClass()(Lamp), /^Error: Lamp: @exposedClass\(\) was called as a legacy/);
});

test('a proposal without metadata is refused with the fix', () => {
  const context = { kind: 'field', name: 'brightness', addInitializer: () => {} };
  assert.throws(
    () => untyped.exposedField()(undefined, context),
    /^Error: brightness: .*called as a legacy decorator.*2023-11/,
  );
});

test('a decorator without parentheses is refused with the fix', () => {
  assert.throws(() => {
    class Lamp {
      @untyped.exposedField accessor brightness = 1;
    }
    return Lamp;
  }, /brightness: write @exposedField\(\) with parentheses/);
  assert.throws(() => {
    @untyped.exposedClass
    class Lamp {}
    return Lamp;
  }, /Lamp: write @exposedClass\(\) with parentheses/);
  assert.throws(() => untyped.exposedField('Single'), /takes an object of options, and not "Single"/);
});

test('a misplaced decorator is refused with the class, the member and the right decorator', () => {
  assert.throws(
    () => {
      @untyped.exposedClass()
      class Lamp {
        @untyped.exposedField() fade() {}
        @untyped.exposedFunction() accessor level = 1;
        @untyped.exposedProperty() power = 1;
        @untyped.exposedField() set only(_value: number) {}
      }
      return Lamp;
    },
    (error: Error) => {
      const lines = error.message.split('\n').sort();
      assert.match(
        lines[0]!,
        /^Lamp\.fade cannot be .*@exposedField\(\), .* not a field or accessor or getter; write @exposedFunction\(\)$/,
      );
      assert.match(
        lines[1]!,
        /^Lamp\.level cannot .* not a method; write @exposedField\(\) or @exposedProperty\(\)$/,
      );
      assert.match(lines[2]!, /^Lamp\.only cannot be exposed .* getter$/);
      assert.match(lines[3]!, /^Lamp\.power cannot .* not a getter or accessor; write @exposedField\(\)$/);
      return true;
    },
  );
  assert.throws(() => {
    @untyped.exposedField()
    class Lamp {}
    return Lamp;
  }, /Lamp cannot .*; write @exposedClass\(\)$/);
});

test('static members need a static class, and instance members another one', () => {
  assert.throws(() => {
    @exposedClass()
    class Lamp {
      @exposedField() static accessor count = 1;
    }
    return Lamp;
  }, /Lamp\.count is static: .*kind: "static"/);
  assert.throws(() => {
    @exposedClass({ kind: 'static' })
    class Lamp {
      @exposedField() accessor level = 1;
    }
    return Lamp;
  }, /Lamp\.level is not a static member.*make it static/);
});

test('a symbol needs a name; private members are exposed without their #', () => {
  const secret = Symbol('secret');
  assert.throws(() => {
    @exposedClass()
    class Lamp {
      @exposedField() accessor [secret] = 1;
    }
    return Lamp;
  }, /Lamp\.Symbol\(secret\): a symbol has no name.*name: '…'/);
  @exposedClass({ name: 'PrivateLamp' })
  class Lamp {
    @exposedField({ name: 'secret' }) accessor [secret] = 2;
    @exposedField() accessor #level = 3;
    @exposedFunction({ returns: 'Double' }) #read() {
      return this.#level;
    }
    readonly itself = () => this.#read();
  }
  const { service } = createService();
  const handle = service.objects.register(new Lamp());
  assert.equal(service.tryGetValue(handle, 'secret', 'Double'), 2);
  assert.equal(service.trySetValue(handle, 'level', 'Double', 4), true);
  assert.equal(service.invoke(handle, 'read'), '4');
});

test('invalid names and options are refused at their declaration', () => {
  const declare = (options: object) => () => {
    @exposedClass({ name: 'OptionsLamp' })
    class Lamp {
      @exposedField(options) accessor level = 1;
    }
    return Lamp;
  };
  assert.throws(
    declare({ typ: 'Single' }),
    /^Error: Lamp\.level: unknown option "typ"; did you mean "type"\?/,
  );
  assert.throws(declare({ name: 'a.b' }), /OptionsLamp\.a\.b: a name must not/);
  assert.throws(() => {
    @exposedClass({ name: 'OptionsLamp', catgory: 'x' } as never)
    class Lamp {}
    return Lamp;
  }, /Lamp: unknown option "catgory"; did you mean "category"\?/);
  assert.throws(() => {
    @exposedClass({ name: 'OptionsLamp' })
    class Lamp {
      @exposedFunction({ parameters: { amount: {} as never } }) fade() {}
    }
    return Lamp;
  }, /Lamp\.fade\(amount\): a parameter needs a type/);
  assert.throws(() => {
    @exposedClass({ name: 'OptionsLamp' })
    class Lamp {
      @exposedField({ name: 'level' }) accessor one = 1;
      @exposedField() accessor level = 1;
    }
    return Lamp;
  }, /OptionsLamp\.level: two have this name/);
});

test('names that no path can contain are refused for members, functions and classes', () => {
  const tooLong = 'n'.repeat(1025);
  assert.throws(() => {
    @exposedClass({ name: tooLong })
    class Lamp {}
    return Lamp;
  }, /the name has more than 1024 characters/);
  assert.throws(() => {
    @exposedClass({ name: 'FieldLamp' })
    class Lamp {
      @exposedField({ name: tooLong }) accessor level = 1;
    }
    return Lamp;
  }, /^Error: FieldLamp\.n+…: the name has more than 1024 characters/);
  assert.throws(() => {
    @exposedClass({ name: 'FunctionLamp' })
    class Lamp {
      @exposedFunction({ name: 'fade\ud800' }) fade() {}
    }
    return Lamp;
  }, /the name has half of a character/);
});

test('a missing or wrong type is refused with the member and the valid types', () => {
  class NotExposed {}
  let count = 0;
  const problem = (options: object, initial?: unknown) => {
    const name = `TypeLamp${++count}`;
    @exposedClass({ name })
    class Lamp {
      @exposedField(options) accessor value = initial;
    }
    const { service } = createService();
    try {
      service.objects.register(new Lamp());
    } catch (error) {
      return (error as Error).message;
    }
    return 'registered';
  };
  assert.equal(problem({}, 1), 'registered');
  assert.match(
    problem({}, null),
    /^Lamp\.value: its initial value \(null\) tells no type; .*type: 'Single'.*nullable: true/,
  );
  assert.match(problem({}), /its initial value \(undefined\) tells no type/);
  assert.match(problem({}, []), /its initial value \(an empty array\)/);
  assert.match(problem({}, {}), /its initial value \(a plain object\)/);
  assert.match(
    problem({}, new NotExposed()),
    /its initial value \(a NotExposed, which is not an exposed class\)/,
  );
  assert.match(
    problem({ type: 'Colour' }),
    /TypeLamp\d+\.value: unknown type "Colour"; did you mean "Color"\?/,
  );
  assert.match(problem({ type: 'single[]' }), /unknown type "single"; did you mean "Single"\?/);
  assert.match(problem({ type: 'float' }), /did you mean "Single"\?/);
  assert.match(problem({ type: 'number' }), /did you mean "Double"\?/);
  assert.match(problem({ type: 'TypeLampp1' }), /did you mean "TypeLamp1"\?/);
  assert.match(problem({ type: 'Xylophone' }), /it may be a value type \(Boolean.*'Asset<…>'/);
  assert.match(problem({ type: NotExposed }), /Lamp\.value: its type NotExposed is not an exposed class/);
  assert.match(
    problem({ type: { Low: 0, High: 1 } }),
    /Lamp\.value: its type is an enum object; write the name given to exposeEnum, such as type: 'Curve'/,
  );
  assert.match(
    problem({ type: () => NotExposed }),
    /Lamp\.value: its type is a function; write the class, or the name of one .* type: 'Lamp'/,
  );
  assert.match(problem({ type: { a: {} } }), /Lamp\.value: its type is a plain object;/);
  assert.match(problem({ type: Number }), /Lamp\.value: its type Number is JavaScript's own; write 'Double'/);
  assert.match(problem({ type: [undefined] }), /Lamp\.value: its type is undefined; .*circle of imports/);
});

test('an unusable class is skipped with the classes that refer to it, and reported once', async (t) => {
  @exposedClass({ name: 'BrokenLens' })
  class BrokenLens {
    @exposedField() accessor zoom = null;
  }
  @exposedClass({ name: 'BrokenCamera' })
  class BrokenCamera {
    @exposedField({ type: [BrokenLens] }) accessor lenses: BrokenLens[] = [];
  }
  @exposedClass({ name: 'BrokenDrone' })
  class BrokenDrone extends BrokenCamera {}
  @exposedClass({ name: 'SoundTripod' })
  class SoundTripod {
    @exposedField() accessor height = 1;
  }
  const { service, entries } = createService();
  t.after(() => service.stop());
  assert.throws(
    () => service.objects.register(new BrokenLens()),
    /^Error: BrokenLens\.zoom: its initial value \(null\)/,
  );
  assert.throws(
    () => service.objects.register(new BrokenDrone()),
    /BrokenDrone\.lenses: its type BrokenLens cannot be used: BrokenLens\.zoom/,
  );
  service.objects.register(new SoundTripod(), { sourceKey: 'tripod' });
  const { url } = await service.start();
  const types = async () => {
    const answer = await fetch(`${url}/exposed/types`);
    assert.equal(answer.status, 200);
    const { types: found } = (await answer.json()) as { types: { type: string }[] };
    return found.map(({ type }) => type).filter((name) => /^(Broken|Sound)/.test(name));
  };
  assert.deepEqual(await types(), ['SoundTripod']);
  assert.equal((await fetch(`${url}/exposed/objects?type=BrokenLens`)).status, 200);
  await service.stop();
  await service.start();
  service.model.scanDeclarations();
  const logged = entries.filter(({ message }) => message.includes('The class Broken'));
  assert.deepEqual(
    logged.map(({ level, message }) => [level, /The class (\w+)/.exec(message)![1]]),
    [
      ['Error', 'BrokenLens'],
      ['Error', 'BrokenCamera'],
      ['Error', 'BrokenDrone'],
    ],
  );
  await service.stop();
});

test('a class with decorated members that is not exposed is reported', () => {
  class Lamp {
    @exposedField() accessor level = 1;
  }
  const { service } = createService();
  assert.throws(() => service.objects.register(new Lamp()), /Lamp has decorated members.*@exposedClass\(\)/);
  assert.throws(
    () => service.objects.register(new (class Other {})()),
    /Other is not an exposed class.*exposeClass\(Other/,
  );
});

test('key, abstract, default and flags are kept by the model and described', () => {
  exposeEnum({ A: 1, B: 2 }, { name: 'KeptFlags', flags: true });
  @exposedClass({ name: 'KeptBase', abstract: true })
  class Base {
    @exposedField({ key: true }) accessor id = '';
  }
  @exposedClass({ name: 'KeptCue' })
  class Cue extends Base {
    @exposedField({ type: 'KeptFlags' }) accessor flags = 3;
    @exposedFunction({ returns: 'Int32', parameters: { by: { type: 'Int32', default: 4 } } })
    twice(by: number) {
      return by * 2;
    }
  }
  const { service } = createService();
  const handle = service.objects.register(new Cue());
  const { model } = service;
  assert.equal(handle.class.keyMember?.name, 'id');
  assert.throws(() => service.create('KeptBase'), /abstract/);
  assert.equal(model.resolver.property(handle, 'flags').type.write(3, 1), '"A, B"');
  assert.equal(service.invoke(handle, 'twice'), '8');
  assert.match(JSON.stringify(model.descriptors.class(handle.class)), /"isKey":true.*"defaultValue":4/);
});

test('a definition of plain data is validated when it is passed', () => {
  const { service } = createService();
  const define = (more: object) => () =>
    service.classes.define({
      name: 'Plain',
      kind: 'class',
      constructorFunction: class Plain {},
      members: [],
      functions: [],
      ...more,
    } as never);
  assert.throws(define({ name: '' }), /needs a name/);
  assert.throws(define({ kind: 'klass' }), /Plain: its kind must be one of component, .* is "klass"/);
  assert.throws(define({ members: undefined }), /Plain: members and functions must be arrays/);
  assert.throws(define({ constructorFunction: undefined }), /Plain: constructorFunction/);
  assert.throws(
    define({ members: [{ name: 'a', type: 'Int32', kind: 'field' }] }),
    /Plain\.a: it needs a function get/,
  );
});

test('a method with undeclared parameters is refused', () => {
  assert.throws(() => {
    @exposedClass()
    class Undeclared {
      @exposedFunction() go(_n: number) {}
    }
    return Undeclared;
  }, /^Error: Undeclared\.go: expected 1 declared parameters, got 0; declare all in order/);
  class Plain {
    fade(_to: number, _seconds: number) {}
    later(_to: number, ..._more: number[]) {}
  }
  const to = { type: 'Single' };
  assert.throws(
    () => exposeClass(Plain, { functions: { fade: { parameters: { to } } } }),
    /^Error: Plain\.fade: expected 2 declared parameters, got 1/,
  );
  exposeClass(Plain, {
    functions: { fade: { parameters: { to, seconds: to } }, later: { parameters: { to } } },
  });
});

test('an initial value that does not fit its type is refused at registration', () => {
  const { service } = createService();
  exposeEnum({ Off: 0, On: 1 }, { name: 'InitialMode' });
  @exposedClass()
  class InitialInner {
    @exposedField({ type: 'Byte' }) accessor level: unknown = 1;
  }
  const cases: readonly [type: string, value: unknown, message: RegExp][] = [
    ['Int32', 3.5, /expected Int32, a whole number from -2147483648 to 2147483647, got 3\.5$/],
    ['Byte', 256, /expected Byte, a whole number from 0 to 255, got 256$/],
    ['Int64', 2n ** 63n, /expected Int64, a whole number from .*, got 9223372036854775808n$/],
    ['Single', 'bright', /expected Single, a number, got "bright"$/],
    ['Single', 1e300, /expected Single, a number, got 1e\+300$/],
    ['Boolean', 'no', /expected Boolean, true or false, got "no"$/],
    ['String', {}, /expected String, got an object of Object$/],
    ['Vector3', { x: 'left' }, /expected Vector3 \{x, y, z\}, got an object of Object$/],
    ['InitialMode', 'Onn', /expected InitialMode \(Off, On\), got "Onn"$/],
    ['Byte[]', 3, /expected Byte\[\], an array, got 3$/],
    ['Asset<Clip>', 3, /expected the GUID of an asset of the type Clip, got 3$/],
    ['InitialInner', 3, /expected an object of InitialInner, got 3$/],
  ];
  for (const [i, [type, value, message]] of cases.entries()) {
    class Holder {
      value = value;
    }
    exposeClass(Holder, { name: `InitialHolder${i}`, fields: { value: { type } } });
    assert.throws(() => service.objects.register(new Holder()), { message }, type);
    assert.throws(() => service.objects.register(new Holder()), /^Error: InitialHolder\d+\.value: expected/);
  }
  @exposedClass()
  class InitialOuter {
    @exposedField({ type: 'Single[]' }) accessor levels: unknown = [1, null, 2];
    @exposedField({ type: 'InitialInner', nullable: true }) accessor inner: InitialInner | null = null;
    @exposedField({ type: 'Int32' }) accessor unset: unknown = undefined;
  }
  const wrong = (change: (outer: InitialOuter) => void) => () => {
    const outer = new InitialOuter();
    change(outer);
    service.objects.register(outer);
  };
  assert.doesNotThrow(wrong(() => {}));
  assert.throws(
    wrong((outer) => {
      outer.levels = [1, 'loud'];
    }),
    /^Error: InitialOuter\.levels\[1\]: expected Single, a number, got "loud"$/,
  );
  assert.throws(
    wrong((outer) => {
      outer.inner = new InitialInner();
      outer.inner.level = -1;
    }),
    /^Error: InitialInner\.level: expected Byte/,
  );
});

test('a parameter default that does not fit its type is refused at registration', () => {
  const { service } = createService();
  class DefaultHolder {
    go(_n: number) {}
  }
  const parameters = { n: { type: 'Int32', default: 3.5 } };
  exposeClass(DefaultHolder, { functions: { go: { parameters } } });
  assert.throws(
    () => service.objects.register(new DefaultHolder()),
    /^Error: DefaultHolder\.go\(n\)\.default: expected Int32, a whole number/,
  );
});

test('a condition on a missing member or an impossible value is refused at registration', () => {
  const { service } = createService();
  @exposedClass()
  class ConditionBase {
    @exposedField() accessor muted = false;
    @exposedField() accessor count = 1;
  }
  let count = 0;
  const problem = (options: object, functionOptions: object = {}) => {
    @exposedClass({ name: `Conditional${++count}` })
    class Conditional extends ConditionBase {
      @exposedField(options) accessor level = 1;
      @exposedFunction({ parameters: { to: { type: 'Single' } }, ...functionOptions }) fade(_to: number) {}
    }
    const place = new Conditional();
    try {
      service.objects.register(place);
      return 'none';
    } catch (error) {
      return (error as Error).message.replaceAll(/Conditional\d/g, 'Conditional');
    }
  };
  assert.equal(
    problem({ showIf: { mutd: true } }),
    'Conditional.level: showIf.mutd: Conditional has no member "mutd"; did you mean "muted"?',
  );
  assert.match(problem({ visibility: [{ hideIf: { mutd: 1 } }] }), /^Conditional\.level: hideIf\.mutd: /);
  assert.match(problem({}, { hideIf: { tp: 1 } }), /^Conditional\.fade: hideIf\.tp: .*did you mean "to"\?$/);
  assert.equal(
    problem({ showIf: { muted: 1 } }),
    'Conditional.level: showIf.muted: expected Boolean, true or false, got 1',
  );
  assert.match(problem({ showIf: { count: 'many' } }), /^Conditional\.level: showIf\.count: expected Double/);
  assert.equal(problem({ showIf: { muted: true }, hideIf: { count: 0 } }, { showIf: { to: 1 } }), 'none');
});

test('an invalid static class is skipped, and services start without it', () => {
  @exposedClass({ kind: 'static' })
  class StaticMisfit {
    @exposedField({ type: 'Int32' }) static accessor count: unknown = 3.5;
  }
  assert.equal(StaticMisfit.count, 3.5);
  const { service, entries } = createService();
  assert.equal(service.objects.resolve('StaticMisfit'), undefined);
  assert.match(
    entries.map(({ message }) => message).join(),
    /StaticMisfit is left out: StaticMisfit\.count: expected Int32/,
  );
});

/** The first line of the stack of the error that `call` throws. */
function thrownAt(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return (error as Error).stack!.split('\n').find((line) => /^\s+at /.test(line))!;
  }
  return 'nothing was thrown';
}

test('an argument error names the object and the fix, and its stack begins at the caller', () => {
  const { service } = createService();
  class Misused {
    a = 1;
    blink() {}
  }
  const { objects } = service;
  const register = (target: unknown, options?: unknown) => () =>
    objects.register(target as object, options as never);
  const expose = (options: unknown) => () => exposeClass(Misused, options as never);
  const field = (options: unknown) => expose({ fields: { a: options } });
  const controller = (options: object) => field({ controller: options });
  const slider = { type: 'Slider', minValue: 0, maxValue: 1 };
  const cases: readonly [call: () => unknown, message: RegExp][] = [
    [
      register({ x: 1 }, { sourceKey: 'p' }),
      /^register "p": expected an object of an exposed class, got a plain object \{x\}; make it .* exposeClass\(Lamp/,
    ],
    [register([1]), /^register: expected an object of an exposed class, got an array of 1; /],
    [register(null), /^register: expected an object of an exposed class, got null$/],
    [register('lamp'), /got "lamp"$/],
    [
      register(Misused),
      /got the class Misused itself, whose static members need no register; make it an instance/,
    ],
    [
      register(new Misused(), 'p'),
      /^register: expected an object of options, for example \{ sourceKey: .*, got "p"$/,
    ],
    [expose('a'), /^Misused: expected an object of options, for example \{ fields: .*, got "a"$/],
    [expose(null), /^Misused: expected an object of options, .*, got null$/],
    [field('Single'), /^Misused\.a: expected an object of options, .* \{ type: 'Single' \}, got "Single"$/],
    [expose({ fields: ['a'] }), /^Misused: fields must be an object from names .*, and is an array of 1$/],
    [expose({ functions: 'a' }), /^Misused: functions must be .* \{ blink: \{\} \}, and is "a"$/],
    [expose({ fields: { aa: {} } }), /^Misused\.aa: unknown field "aa"; did you mean "a"\?$/],
    [expose({ feilds: {} }), /^Misused: unknown option "feilds"; did you mean "fields"\?$/],
    [
      expose({ kind: 'klass' }),
      /^Misused: its kind must be one of component, .* "klass"; did you mean "class"\?$/,
    ],
    [field({ typ: 'Single' }), /^Misused\.a: unknown option "typ"; did you mean "type"\?$/],
    [
      field({ persistScope: 'proejct' }),
      /^Misused\.a: persistScope must be one of scene, project, and is "proejct"; did you mean "project"\?$/,
    ],
    [
      field({ layout: { path: 'x', direction: 'horizntal' } }),
      /^Misused\.a: layout\.direction must be .*; did you mean "horizontal"\?$/,
    ],
    [field({ section: { titel: 'x' } }), /^Misused\.a: section: .* "titel"; did you mean "title"\?$/],
    [field({ showIf: 'a' }), /^Misused\.a: showIf: expected an object .* \{ muted: true \}, got "a"$/],
    [
      field({ controller: 'Slider' }),
      /^Misused\.a: controller: expected an object, for example \{ type: 'Slider', .* got "Slider"$/,
    ],
    [
      controller({ type: 'Slider', minVal: 0 }),
      /^Misused\.a: controller: unknown option "minVal"; did you mean "minValue"\?$/,
    ],
    [
      controller({ ...slider, minValue: 2, step: 1 }),
      /^Misused\.a: controller: minValue must be a number below maxValue, and is 2$/,
    ],
    [controller(slider), /^Misused\.a: controller: step must be a number, and is undefined$/],
    [controller({ ...slider, step: 0 }), /^Misused\.a: controller: step must be above 0, and is 0$/],
    [
      controller({ type: 'GLTFFileSelector', extensions: 'glb' }),
      /^Misused\.a: controller: extensions must be an array of texts, and is "glb"$/,
    ],
    [expose({ functions: { blnk: {} } }), /^Misused\.blnk: unknown method "blnk"; did you mean "blink"\?$/],
    [
      expose({ functions: { blink: { parameters: ['target'] } } }),
      /^Misused\.blink: parameters are given by name, for example \{ target: \{ type: 'Single' \} \}/,
    ],
    [
      expose({ functions: { blink: { controller: { type: 'Slidr' } } } }),
      /^Misused\.blink: unknown controller type "Slidr"; did you mean "Slider"\?/,
    ],
    [
      expose({ properties: { blin: { type: 'Single' } } }),
      /^Misused\.blin: unknown getter or accessor "blin"; did you mean "blink"\?$/,
    ],
    [() => exposeClass(new Misused() as never), /takes the class itself/],
    [() => exposeEnum({ A: 0 }, undefined as never), /needs a name: exposeEnum\(Curve, \{ name/],
    [() => exposeEnum({ A: 'a' }, { name: 'Texts' }), /Texts: it has no numeric values; give it/],
    [
      () => exposeEnum({ A: 1 }, { name: 'Bits', flag: true } as never),
      /Exposed enum Bits: unknown option "flag"; did you mean "flags"\?/,
    ],
    [() => exposeEnum({}, { name: 'Empty' }), /Empty: it has no numeric values/],
    [() => exposedField('Single' as never), /@exposedField\(…\) takes an object of options/],
  ];
  for (const [call, message] of cases) {
    assert.throws(call, { message });
    assert.match(thrownAt(call), /decorators\.test/, String(message));
  }
  exposeClass(Misused, { fields: { a: { type: 'Sinlge' } } });
  assert.throws(register(new Misused()), {
    message: 'Misused.a: unknown type "Sinlge"; did you mean "Single"?',
  });
  assert.throws(
    () => exposeClass(Misused, { name: 'MisusedTwice' }),
    /Misused is exposed already: call exposeClass only once/,
  );
});

test('the stack of an error of a misplaced decorator begins at the class', () => {
  const atCaller = (error: Error) => {
    assert.match(error.message, /cannot be exposed with @exposedFunction/);
    assert.doesNotMatch(error.stack!.split('\n    at ')[1]!, /classes\/decorators\.ts|decorator-call/);
    return true;
  };
  assert.throws(() => {
    @exposedClass()
    class Lamp {
      // @ts-expect-error it is not a method
      @exposedFunction() level = 1;
    }
    return Lamp;
  }, atCaller);
});
