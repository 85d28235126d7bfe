/** The output of `sim-host types`, and programs compiled with it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connect } from '../../../client/index.js';
import { createPlainHost, exposeClass, exposeEnum, RemoteControlService } from '../../../service/index.js';
import { type ValueTypeInfo, valueType, valueTypes } from '../../../wire/value-types.js';
import { type Exposed, readExposed } from './exposed.js';
import { withSource } from './source.js';
import { typeScript } from './typescript.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const scene = (name: string) => join(root, 'scenes', name);

async function ofScene(name: string): Promise<string> {
  return withSource(scene(name), {}, async (studio) => typeScript(await readExposed(studio)));
}

const typedStudio = `import { connect } from 'sim-host/client';
import type { Studio } from './studio.js';
const studio = await connect<Studio>('http://127.0.0.1:9095');
/** Compiles if both types are the same. */
export function is<T>() {
  return <U>(_value: Promise<U> | U, ..._same: (<X>() => X extends T ? 1 : 2) extends <X>() => X extends U ? 1 : 2 ? [] : [never]) => {};
}
`;

/** Returns the errors of the compiler; none for a correct program, including each `@ts-expect-error`. */
async function compiled(t: TestContext, types: string, program: string, head = typedStudio): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sim-host-types-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'studio.d.ts'), types);
  await writeFile(join(folder, 'app.ts'), `${head}${program}\n`);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2023',
        lib: ['es2023', 'dom'],
        module: 'nodenext',
        types: [],
        skipLibCheck: false,
        paths: { 'sim-host/client': [join(root, 'src/client/index.ts')] },
      },
      files: ['app.ts', 'studio.d.ts'],
    }),
  );
  const { bin } = createRequire(import.meta.url)('typescript/package.json') as { bin: { tsc: string } };
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), bin.tsc);
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder], (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

test('correct uses of the demo types compile, and wrong ones do not', { timeout: 120_000 }, async (t) => {
  const program = `
const light = studio.object('key-light');
const camera = studio.object('main-camera');
const avatar = studio.object('main-avatar');
// @ts-expect-error no object has this key
studio.object('key-ligt');

is<number>()(light.get('intensity'));
is<'Point' | 'Spot' | 'Directional'>()(light.get('mode'));
is<number>()(light.get('color/r'));
is<number>()(camera.get('lens.focalLength'));
is<number>()(camera.get('lens/coating/layers'));
is<number>()(camera.get('lenses[0].aperture'));
is<string>()(camera.get('lenses/0/coating.name'));
is<number>()(camera.get('target/intensity'));
is<string>()(camera.get('presets/0'));
is<number>()(avatar.get('transform/position/x'));
// @ts-expect-error no member
light.get('intensty');
// @ts-expect-error no component of it
light.get('color/x');
// @ts-expect-error no member of its lens
camera.get('lens/focallength');
// @ts-expect-error no member of the elements
camera.get('lenses[0].f');
// @ts-expect-error the array has no such member
camera.get('lenses.aperture.x');
// @ts-expect-error nor has what is referred to
camera.get('target/fov');
// @ts-expect-error a part of a number
light.get('intensity/x');

light.set('intensity', 2.5);
light.set('mode', 'Spot');
light.set('color', { r: 0.5 });
light.set('color/r', 1);
camera.set('target', { '@ref': 'fill-light' });
camera.set('target', null);
camera.set('target', await camera.get('target'));
camera.set('lens', { coating: { layers: 2 } });
camera.set('lens', await camera.get('lens'));
camera.set('lenses', [{ focalLength: 20 }]);
// @ts-expect-error no number
light.set('intensity', '2.5');
// @ts-expect-error no such name
light.set('mode', 'Spott');
// @ts-expect-error no such component
light.set('color', { red: 1 });
// @ts-expect-error it is read-only
light.set('serial', 'mine');
// @ts-expect-error a key alone is no reference
camera.set('target', 'fill-light');
// @ts-expect-error no such member in the element
camera.set('lenses', [{ focal: 20 }]);
// @ts-expect-error no member
light.set('intensty', 1);

light.call('Flash');
light.call('Flash', 3);
is<number>()(studio.object('StudioManager').call('Sum', 4, 5));
is<null>()(light.call('Flash'));
// @ts-expect-error no function
light.call('Flush');
// @ts-expect-error its class has no functions
camera.call('Flash');
// @ts-expect-error nor has its lens
camera.call('lens/Flash');
// @ts-expect-error no number
light.call('Flash', 'three');
// @ts-expect-error too many
light.call('Flash', 3, 4);
// @ts-expect-error too few
studio.object('StudioManager').call('Sum');

camera.append('lenses', { focalLength: 20 });
camera.append('presets', 'Wide');
camera.remove('lenses', -1);
camera.move('lenses', 0, 1);
camera.reset('lens/focalLength');
// @ts-expect-error no element
camera.append('presets', 3);
// @ts-expect-error no array
camera.append('fov');
// @ts-expect-error no array
camera.remove('lens', 0);
// @ts-expect-error no member
camera.reset('lense');

light.subscribe('intensity', (value) => is<number | undefined>()(value));
light.subscribe('', (value) => is<number | undefined>()(value?.intensity));
is<number | undefined>()(light.peek('intensity'));
is<string>()((await light.read())['@id']);
is<number>()((await light.read()).angle);
// @ts-expect-error no member
light.subscribe('intensty', () => {});
// @ts-expect-error no member
(await light.read()).intensty;

declare const path: string;
is<unknown>()(light.get(path));
const any = await connect('http://127.0.0.1:9095');
any.object('whatever').set('a/b', 1);
any.object('whatever').call('Do', 1, 2);
const known: number = await any.object('whatever').get('a');
is<number>()(known);
`;
  assert.equal(await compiled(t, await ofScene('demo.yaml'), program), '');
});

test('the snippets of docs/client.md compile, except those marked as errors', {
  timeout: 60_000,
}, async (t) => {
  const page = await readFile(join(root, 'docs/client.md'), 'utf8');
  const [snippet = ''] = Array.from(page.matchAll(/^```ts\n(.*?)^```/gms), ([, code]) => code!);
  const wrong = /^(?=.*\/\/ (?:does not compile|nor))/gm;
  assert.equal(snippet.match(wrong)?.length, 3);
  const program = snippet.replaceAll(wrong, '// @ts-expect-error the page says so\n');
  assert.equal(await compiled(t, await ofScene('demo.yaml'), program, ''), '');
});

test('ten thousand objects compile', { timeout: 120_000 }, async (t) => {
  const program = `
is<number>()(studio.object('fixture-9999').get('lens/aperture'));
studio.object('fixture-0').set('place', { x: 1 });
// @ts-expect-error there are no more
studio.object('fixture-10000');
// @ts-expect-error no member
studio.object('fixture-77').get('level8');
`;
  assert.equal(await compiled(t, await ofScene('many.yaml'), program), '');
});

/** An application with a member, an array and a parameter of every type. */
async function everything(t: TestContext): Promise<Exposed> {
  exposeEnum({ Off: 0, On: 1 }, { name: 'TsMode' });
  exposeEnum({ Left: 1, Right: 2 }, { name: 'TsSides', flags: true });
  class TsPart {
    size = 1;
    next: TsPart | null = null;
    grow(by: number) {
      this.size += by;
      return this.size;
    }
  }
  exposeClass(TsPart, {
    name: 'TsPart',
    fields: { size: { type: 'Single' }, next: { type: 'TsPart', nullable: true } },
    functions: { grow: { returns: 'Single', parameters: { by: { type: 'Single' } } } },
  });
  class TsRound extends TsPart {
    radius = 2;
  }
  exposeClass(TsRound, { name: 'TsRound', fields: { radius: { type: 'Double' } } });
  const types = [...Object.keys(valueTypes), 'TsMode', 'TsSides', 'Asset<Clip>'];
  const name = (type: string) => type.replace(/\W.*/, '').toLowerCase();
  const fields = Object.fromEntries(
    types.flatMap((type) => [
      [name(type), { type }],
      [`${name(type)}List`, { type: `${type}[]` }],
      [`${name(type)}OrNull`, { type, nullable: true }],
    ]),
  );
  class TsAll {
    part: unknown = new TsPart();
    parts: unknown[] = [];
    'odd name' = "it's";
    readonly sealed = new TsPart();
    take() {}
  }
  for (const field of Object.keys(fields))
    Object.assign(TsAll.prototype, { [field]: field.endsWith('List') ? [] : null });
  exposeClass(
    TsAll as unknown as new () => Record<string, unknown>,
    {
      name: 'TsAll',
      fields: {
        ...fields,
        part: { type: 'TsPart' },
        parts: { type: 'TsPart[]' },
        'odd name': { type: 'String', help: 'It ends */ here' },
        sealed: { type: 'TsPart', readOnly: true },
      },
      functions: {
        take: {
          parameters: Object.fromEntries(types.map((type) => [name(type), { type }])),
        },
      },
    } as never,
  );
  const service = new RemoteControlService({
    host: createPlainHost({ name: 'Every "type"' }),
    http: { port: 0 },
  });
  service.objects.register(new TsAll(), { sourceKey: "all's" });
  const { url } = await service.start();
  t.after(() => service.stop());
  const studio = await connect(url);
  t.after(() => studio.close());
  return readExposed(studio);
}

const everyType = `
const all = studio.object("all's");
is<boolean>()(all.get('boolean'));
is<number>()(all.get('byte'));
is<number>()(all.get('int16'));
is<number>()(all.get('int32'));
is<number | bigint>()(all.get('int64'));
is<number>()(all.get('single'));
is<number>()(all.get('double'));
is<string>()(all.get('string'));
is<number>()(all.get('vector2/y'));
is<number>()(all.get('vector3/z'));
is<number>()(all.get('vector4/w'));
is<number>()(all.get('vector2int/x'));
is<number>()(all.get('vector3int/z'));
is<number>()(all.get('quaternion/w'));
is<number>()(all.get('color/a'));
is<number>()(all.get('rect/height'));
is<number>()(all.get('transformvalue/rotation/w'));
is<'Off' | 'On'>()(all.get('tsmode'));
is<number[]>()(all.get('singleList'));
is<number>()(all.get('vector3List/0/z'));
is<('Off' | 'On')[]>()(all.get('tsmodeList'));
is<number>()(all.get('part/size'));
is<number>()(all.get('part/next/next/next/size'));
is<number>()(all.get('parts[0].radius'));
is<string>()(all.get('odd name'));
all.set('int64', 9007199254740993n);
all.set('tssides', 'Left, Right');
all.set('tssidesList', ['Left', 'Right, Left']);
all.set('asset', 'a-guid');
all.set('assetList', [{ '@guid': 'a-guid' }, null]);
all.set('vector3', { y: 2 });
all.set('part', { '@type': 'TsRound', radius: 3 });
all.set('part', { next: { size: 2 } });
all.set('sealed/size', 2);
is<number>()(all.call('part/grow', 2));
is<number>()(all.call('parts[0].next/grow', 2));
// @ts-expect-error no such type
all.set('part', { '@type': 'TsSquare' });
// @ts-expect-error no such flag
all.set('tssides', 'Up, Right');
// @ts-expect-error it is read-only
all.set('sealed', { size: 2 });
// @ts-expect-error no member of it
all.get('vector2/z');
// @ts-expect-error no number
all.call('part/grow', '2');
// @ts-expect-error no function of it
all.call('part/shrink', 2);
// @ts-expect-error a number is no asset
all.set('asset', 3);
`;

/** A value of each value type, as TypeScript. */
const samples = Object.entries(valueTypes).map(
  ([name, info]) => [name.toLowerCase(), sampleOf(info)] as const,
);
const otherArguments = ["'On'", "'Left, Right'", "'a-guid'"];
const everyArgument = [...samples.map(([, value]) => value), ...otherArguments];
/** Each argument is rejected where a value of another form is expected. */
const wrongArguments = everyArgument.map((value, i) =>
  everyArgument.with(i, /^[{']/.test(value) ? '1' : "'1'"),
);

function sampleOf(info: ValueTypeInfo): string {
  if (info.form === 'boolean') return 'true';
  if (info.form === 'text') return "'text'";
  if (info.form !== 'parts') return info.form === 'integer' && info.bits === 64 ? '3n' : '3';
  const [part, type] = Object.entries(info.parts).at(-1)!;
  return `{ ${part}: ${sampleOf(valueType(type)!)} }`;
}

const everyValue = [
  ...samples.flatMap(([name, value]) => [
    `all.set('${name}', ${value});`,
    `all.set('${name}List', [${value}]);`,
    `all.set('${name}OrNull', null);`,
    `// @ts-expect-error null is no value\nall.set('${name}', null);`,
  ]),
  `all.call('take', ${everyArgument.join(', ')});`,
  ...wrongArguments.map(
    (values) => `// @ts-expect-error one is wrong\nall.call('take', ${values.join(', ')});`,
  ),
].join('\n');

test('a library application with every type: all values, arrays, nulls and arguments', {
  timeout: 120_000,
}, async (t) => {
  const exposed = await everything(t);
  assert.equal(await compiled(t, typeScript(exposed), everyType + everyValue), '');
  // Unity hosts do not send the kind of values, but their tables lack null and flags.
  const older = JSON.parse(JSON.stringify(exposed.types), (name, value) =>
    ['kind', 'isAbstract', 'elementType', 'valueKind'].includes(name) ? undefined : value,
  );
  assert.equal(await compiled(t, typeScript({ ...exposed, types: older }), everyType + everyValue), '');
});

test('names that TypeScript reserves or does not allow are renamed', {
  timeout: 60_000,
}, async (t) => {
  const property = { type: 'Int32', isReadOnly: false, isArray: false, isPersistable: true, order: 0 };
  const type = (name: string, members: readonly string[]) => ({
    type: name,
    properties: members.map((member) => ({
      ...property,
      name: member,
      controller: { type: 'Default' } as const,
    })),
    functions: [
      {
        name: 'do it',
        returnType: 'List<int>',
        order: 0,
        parameters: [{ ...property, name: 'new', controller: { type: 'Default' } as const }],
      },
    ],
  });
  const exposed: Exposed = {
    application: 'A\n"B"\u2028C',
    types: [
      type('List<int>', ['a-b', "it's", '1st']),
      type('List_int_', []),
      type('Studio', []),
      type('string', ['x']),
    ],
    enums: [
      { type: 'Mode', values: [{ name: "it's", value: 0, displayName: '' }] },
      { type: 'string', values: [] },
    ],
    objects: new Map([
      ["it's \\ here", { '@type': 'List<int>', '@id': '1', '@name': '' }],
      ['lost', { '@type': 'Nothing', '@id': '2', '@name': '' }],
    ]),
  };
  const program = `
const object = studio.object("it's \\\\ here");
is<number>()(object.get('a-b'));
is<number>()(object.get("it's"));
is<'List<int>'>()((await object.call('do it', 1))['@type']);
studio.object('lost').set('anything', 1);
// @ts-expect-error no member
object.get('a-c');
`;
  assert.equal(await compiled(t, typeScript(exposed), program), '');
});
