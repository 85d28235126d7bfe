import { Choices } from '../choices.js';
import { settingsPath } from './entries.js';
import { raw, written } from './exact-json.js';
import { classes, classOf, type MemberShape, type Shape } from './shapes.js';
import { kinds, livePath } from './world.js';

const scalars: Readonly<Record<string, readonly string[]>> = {
  Int32: ['7', '0', '1e1', '3.0', '-0', '42', '-15'],
  Single: ['0.25', '0.0', '1e1', '0.773528457', '-0', '2.50', '1E+2', '123456789.123456789', '7'],
  Double: ['0.30000000000000004', '1e-7', '1.0000000000000000001', '2', '0.10'],
  Int64: ['12345678901234567', '9007199254740993', '5', '-9223372036854775808'],
  Boolean: ['false', 'true'],
  Mode: ['"Wash"', '"Spot"', '1', '"Off"'],
  String: ['"x"', '""', '"a\\u0062c"', '"sl\\/ash"', '"t\\tab"', '"üñ☃"', '"\\ud83d\\ude00"', '"word"'],
  Asset: ['null', '{"@type":"Clip","@guid":"guid-clip"}', '{"@type":"Clip","@guid":"guid-nowhere"}'],
};
const refs = [
  'amp',
  'dimmer',
  'moon',
  'spot',
  'nobody',
  'lamp.components[Model.Rig]',
  'rig.components[0]',
  'new1',
  'twin',
];
const junk = ['"what?"', '[]', '{"deep": {"0.10": [1.0, null, {"x":-0}]}}', 'null', '1.50', '{}', 'true'];

type Members = Record<string, unknown>;
/** The writer of a value: another program that writes a file, or a user who sends a request. */
type Writer = 'program' | 'user';

function scalar(name: string, draw: Choices): unknown {
  if (name === 'String?') return draw.chance(15) ? null : scalar('String', draw);
  if (name !== 'Ref') return raw(draw.pick(scalars[name]!));
  if (draw.chance(20)) return null;
  const ref = { '@ref': draw.pick(refs) };
  return draw.chance(10) ? { '@type': 'Model.Rig', ...ref } : ref;
}

export function drawValue(shape: Shape, draw: Choices, by: Writer): unknown {
  if (by === 'program' && draw.chance(4)) return raw(draw.pick(junk));
  if (shape.of === 'scalar') return scalar(shape.name, draw);
  if (shape.of === 'parts') {
    const parts = shape.parts.filter(() => draw.chance(60));
    return Object.fromEntries(parts.map((part) => [part, scalar('Single', draw)]));
  }
  if (shape.of === 'array') {
    const { element } = shape;
    const isDelta = by === 'program' && element.of === 'class';
    return Array.from({ length: draw.below(5) }, () =>
      isDelta ? drawElement(element, draw) : drawValue(element, draw, by),
    );
  }
  if (shape.isNullable && draw.chance(15)) return null;
  const name = draw.pick(shape.names);
  const isTyped = shape.isNullable || shape.names.length > 1 || draw.chance(25);
  return { ...(isTyped && { '@type': name }), ...drawMembers(classes[name]!, draw, 35, by) };
}

/** An element of a delta: changed, unchanged, appended or removed. */
function drawElement({ names }: Extract<Shape, { of: 'class' }>, draw: Choices): unknown {
  const name = draw.pick(names);
  const members = drawMembers(classes[name]!, draw, 30, 'program');
  return draw.weighted<unknown>([
    [3, {}],
    [3, names.length > 1 ? { '@type': name, ...members } : members],
    [2, { '@op': 'new', '@type': name, ...members }],
    [1, { ...members, '@type': name, '@op': 'new' }],
    [2, { '@op': 'removed' }],
  ]);
}

function drawMembers(members: readonly MemberShape[], draw: Choices, percent: number, by: Writer): Members {
  const chosen: [string, unknown][] = [];
  for (const { name, shape } of members)
    if (draw.chance(percent)) chosen.push([name, drawValue(shape, draw, by)]);
  if (by === 'program' && draw.chance(12))
    chosen.splice(draw.below(chosen.length + 1), 0, [
      draw.pick(['x-note', '@by', 'länge', 'a"b']),
      raw(draw.pick(junk)),
    ]);
  if (draw.chance(15)) chosen.reverse();
  return Object.fromEntries(chosen);
}

const isOf = (isOfProject: boolean) => (each: MemberShape) => (each.isOfProject ?? false) === isOfProject;

/** An entry of a live scene. */
function entry(draw: Choices): Members {
  const key = draw.pick([...Object.keys(kinds).filter((each) => each !== 'guest'), 'ghost']);
  const kind = kinds[key] ?? 'component';
  const isComponent = kind === 'wrapper' && draw.chance(60);
  const className = classOf(kind, isComponent);
  const name = draw.chance(6) ? draw.pick(['Model.Gone', 'Model.Lens', 'Model.Fan']) : className;
  const source = isComponent ? `${key}.components[${draw.pick(['Model.Rig', '0'])}]` : key;
  if (className !== 'GameObjectWithTransform' && draw.chance(10))
    return {
      '@source': `${source}.lens`,
      '@type': 'Model.Lens',
      ...drawMembers(classes['Model.Lens']!, draw, 50, 'program'),
    };
  const isWhole = source === key && kind !== 'plain';
  if (isWhole && draw.chance(4)) return { '@source': key, '@op': 'removed' };
  const isNew = key.startsWith('new') && draw.chance(85);
  const origin = draw.chance(60) ? { '@op': 'new' } : { '@prefab': draw.pick(['guid-prop', 'guid-none']) };
  const parents = [null, 'star', 'lamp', 'rig', 'moon'];
  const head = {
    [isNew && draw.chance(30) ? '@id' : '@source']: source,
    ...(isNew && origin),
    ...(draw.chance(93) && { '@type': name }),
    ...(isWhole && draw.chance(kind === 'wrapper' ? 45 : 8) && { '@parent': draw.pick(parents) }),
  };
  const own = drawMembers(classes[className]!.filter(isOf(draw.chance(4))), draw, 25, 'program');
  return draw.chance(10) ? { ...own, ...head } : { ...head, ...own };
}

/** An entry of the settings file of a class. */
function settingsEntry(className: string, draw: Choices): Members {
  const ofDesk = className === 'Model.Desk';
  const key = ofDesk ? 'desk' : draw.pick(['amp', 'lamp', 'moon', 'ghost', 'twin']);
  const index = key === 'twin' ? 'Model.Rig' : draw.pick(['Model.Rig', '0']);
  const members = classes[className]!.filter(isOf(!draw.chance(4)));
  return {
    '@source': ofDesk ? key : `${key}.components[${index}]`,
    '@type': className,
    ...drawMembers(members, draw, 60, 'program'),
  };
}

function file(format: string, objects: readonly Members[], draw: Choices): string {
  const isScene = !format.endsWith('settings');
  const text = written(
    {
      format,
      formatVersion: draw.chance(10) ? raw('1.0') : 1,
      ...(isScene && draw.chance(60) && { baseSceneName: draw.pick(['Base', 'Base', 'Hall']) }),
      ...(draw.chance(70) && { metadata: { appName: 'Another', by: raw('{"v":1.0}') } }),
      ...(draw.chance(15) && { 'x-team': raw(draw.pick(junk)) }),
      ...(draw.chance(95) && { objects }),
    },
    draw.pick(['  ', '    ', '\t', '']),
  );
  const lines = draw.chance(20) ? text.replaceAll('\n', '\r\n') : text;
  return (draw.chance(3) ? '\uFEFF' : '') + lines + draw.pick(['\n', '', '\r\n\r\n ']);
}

/** The lists of numbers that determine a project. */
export interface DrawnProject {
  /** For the live scene: its head, then its entries; empty for a project without one. */
  readonly scene: readonly (readonly number[])[];
  /** For the settings files of `Model.Rig` and `Model.Desk`. */
  readonly settings: readonly (readonly number[])[];
}

/** A live scene with two entries. */
export function drawScene(draw: Choices): string {
  const scene = Array.from({ length: 3 }, () => Array.from({ length: 40 }, () => draw.below(10_000)));
  return drawProject({ scene, settings: [] }).get(livePath)!;
}

/** The files of a project written by other programs. */
export function drawProject({ scene, settings }: DrawnProject): Map<string, string> {
  const files = new Map<string, string>();
  const [head, ...entries] = scene.map((numbers) => new Choices(numbers));
  if (head !== undefined) {
    const format = head.chance(15) ? 'jp.lilium.remotecontrol.scene' : 'jp.lilium.remotecontrol.live';
    files.set(livePath, file(format, entries.map(entry), head));
  }
  for (const [i, numbers] of settings.entries()) {
    const draw = new Choices(numbers);
    const className = i === 0 ? 'Model.Rig' : 'Model.Desk';
    const count = className === 'Model.Desk' ? 1 : 1 + draw.below(3);
    const objects = Array.from({ length: count }, () => settingsEntry(className, draw));
    const text = file('jp.lilium.remotecontrol.projectsettings', objects, draw);
    files.set(settingsPath(className), text);
  }
  return files;
}
