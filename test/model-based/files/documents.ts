import { Choices } from '../choices.js';
import { classes, classOf, type MemberShape, type Shape } from './shapes.js';
import { folder, kinds, livePath } from './world.js';

/** A JSON value as another program writes it, with the exact text of numbers and strings. */
export type Written =
  | { readonly text: string }
  | { readonly members: readonly WrittenMember[] }
  | { readonly items: readonly Written[] };

/** `as`: the text of the name, if it is not the usual one. */
type WrittenMember = readonly [name: string, value: Written, as?: string];

/** The layout of a program. */
interface Style {
  readonly indent: string;
  readonly lineEnd: string;
  readonly colon: string;
  readonly comma: string;
  readonly end: string;
  /** Values without nested values stay on one line. */
  readonly isCompactInside: boolean;
}

const singles = ['0.25', '0.0', '1e1', '0.773528457', '-0', '2.50', '1E+2', '123456789.123456789', '7'];
const integers = ['7', '0', '1e1', '3.0', '-0', '42', '-15'];
const doubles = ['0.30000000000000004', '1e-7', '1.0000000000000000001', '2', '0.10'];
const longs = ['12345678901234567', '9007199254740993', '5', '-9223372036854775808'];
const strings = ['"x"', '""', '"a\\u0062c"', '"sl\\/ash"', '"t\\tab"', '"üñ☃"', '"\\ud83d\\ude00"'];
export const refs = [
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

const text = (of: string): Written => ({ text: of });
const object = (members: readonly WrittenMember[]): Written => ({ members });
const quoted = (of: string): Written => text(JSON.stringify(of));

function reference(draw: Choices): Written {
  if (draw.chance(20)) return text('null');
  const ref = object([['@ref', quoted(draw.pick(refs))]]);
  if (!draw.chance(10)) return ref;
  return object([['@type', quoted('Model.Rig')], ...(ref as { members: WrittenMember[] }).members]);
}

function scalar(name: string, draw: Choices): Written {
  switch (name) {
    case 'Int32':
      return text(draw.pick(integers));
    case 'Single':
      return text(draw.pick(singles));
    case 'Double':
      return text(draw.pick(doubles));
    case 'Int64':
      return text(draw.pick(longs));
    case 'Boolean':
      return text(draw.pick(['false', 'true']));
    case 'Mode':
      return text(draw.pick(['"Wash"', '"Spot"', '1', '"Off"']));
    case 'String':
      return text(draw.pick(strings));
    case 'String?':
      return text(draw.pick([...strings, 'null']));
    case 'Ref':
      return reference(draw);
    default:
      return draw.chance(30)
        ? text('null')
        : object([
            ['@type', quoted('Clip')],
            ['@guid', quoted(draw.pick(['guid-clip', 'guid-nowhere']))],
          ]);
  }
}

/** A value of a shape as another program may write it. */
export function drawValue(shape: Shape, draw: Choices): Written {
  if (draw.chance(4)) return text(draw.pick(junk));
  switch (shape.of) {
    case 'scalar':
      return scalar(shape.name, draw);
    case 'parts': {
      const parts = shape.parts.filter(() => draw.chance(60));
      return object(parts.map((part) => [part, text(draw.pick(singles))]));
    }
    case 'class':
      return instance(shape, draw);
    default:
      return arrayOf(shape.element, draw);
  }
}

function instance({ names, isNullable }: Extract<Shape, { of: 'class' }>, draw: Choices): Written {
  if (isNullable && draw.chance(15)) return text('null');
  const name = draw.pick(names);
  const isTyped = isNullable || names.length > 1 || draw.chance(25);
  return object([
    ...(isTyped ? [['@type', quoted(name)] as const] : []),
    ...membersOf(classes[name]!, draw, 35),
  ]);
}

function arrayOf(element: Shape, draw: Choices): Written {
  const items: Written[] = [];
  const count = draw.below(5);
  for (let i = 0; i < count; i++)
    items.push(element.of === 'class' ? elementOf(element, draw) : drawValue(element, draw));
  return { items };
}

/** An element of a delta: changed, unchanged, appended or removed. */
function elementOf(element: Extract<Shape, { of: 'class' }>, draw: Choices): Written {
  const name = draw.pick(element.names);
  const members = membersOf(classes[name]!, draw, 30);
  return draw.weighted([
    [3, object([])],
    [3, object(element.names.length > 1 ? [['@type', quoted(name)], ...members] : members)],
    [
      3,
      object(
        draw.chance(50)
          ? [['@op', quoted('new')], ['@type', quoted(name)], ...members]
          : [...members, ['@type', quoted(name)], ['@op', quoted('new')]],
      ),
    ],
    [2, object([['@op', quoted('removed')]])],
  ]);
}

function membersOf(members: readonly MemberShape[], draw: Choices, percent: number): WrittenMember[] {
  const chosen: WrittenMember[] = [];
  for (const { name, shape } of members)
    if (draw.chance(percent)) chosen.push([name, drawValue(shape, draw)]);
  if (draw.chance(12))
    chosen.splice(draw.below(chosen.length + 1), 0, [
      draw.pick(['x-note', '@by', 'länge', 'a"b']),
      text(draw.pick(junk)),
    ]);
  if (draw.chance(15)) chosen.reverse();
  const odd = draw.below(40);
  const [first] = chosen;
  // Writes a duplicate name, of which the last counts, and a name with an escape.
  if (odd === 38 && first !== undefined) chosen.push([first[0], text(draw.pick(junk))], first);
  if (odd === 39 && first !== undefined) chosen[0] = [first[0], first[1], escaped(first[0])];
  return chosen;
}

function escaped(name: string): string {
  return `"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(name).slice(2)}`;
}

const wanted = (isOfProject: boolean) => (each: MemberShape) => (each.isOfProject ?? false) === isOfProject;

/** An entry of a live scene. */
function entry(draw: Choices): Written {
  const key = draw.pick([
    'amp',
    'lamp',
    'desk',
    'rig',
    'dimmer',
    'moon',
    'spot',
    'star',
    'prop',
    'ghost',
    'new1',
    'new2',
    'twin',
    'fan',
    'blade',
  ]);
  const kind = kinds[key] ?? 'component';
  const isComponent = kind === 'wrapper' && draw.chance(60);
  const className = classOf(kind, isComponent);
  const name = draw.chance(6) ? draw.pick(['Model.Gone', 'Model.Lens', 'Model.Fan']) : className;
  const address = isComponent ? `${key}.components[${draw.pick(['Model.Rig', '0'])}]` : key;
  const members = classes[className]!.filter(wanted(draw.chance(4)));
  if (className !== 'GameObjectWithTransform' && draw.chance(10)) {
    return object([
      ['@source', quoted(`${address}.lens`)],
      ['@type', quoted('Model.Lens')],
      ...membersOf(classes['Model.Lens']!, draw, 50),
    ]);
  }
  if (address === key && kind !== 'plain' && draw.chance(4))
    return object([
      ['@source', quoted(key)],
      ['@op', quoted('removed')],
    ]);
  const isNew = key.startsWith('new') && draw.chance(85);
  const origin: WrittenMember[] = !isNew
    ? []
    : draw.chance(60)
      ? [['@op', quoted('new')]]
      : [['@prefab', quoted(draw.pick(['guid-prop', 'guid-none']))]];
  const parent: WrittenMember[] =
    address === key && kind !== 'plain' && draw.chance(kind === 'wrapper' ? 45 : 8)
      ? [
          [
            '@parent',
            draw.pick([text('null'), quoted('star'), quoted('lamp'), quoted('rig'), quoted('moon')]),
          ],
        ]
      : [];
  const head: WrittenMember[] = [
    [isNew && draw.chance(30) ? '@id' : '@source', quoted(address)],
    ...origin,
    ...(draw.chance(93) ? [['@type', quoted(name)] as WrittenMember] : []),
    ...parent,
  ];
  const own = membersOf(members, draw, 25);
  if (draw.chance(10)) return object([...own, ...head]);
  return object([...head, ...own]);
}

/** An entry of the settings file of a class. */
function settingsEntry(className: string, draw: Choices): Written {
  const ofDesk = className === 'Model.Desk';
  const key = ofDesk ? 'desk' : draw.pick(['amp', 'lamp', 'moon', 'ghost', 'twin']);
  const index = key === 'twin' ? 'Model.Rig' : draw.pick(['Model.Rig', '0']);
  const source = ofDesk ? key : `${key}.components[${index}]`;
  const members = classes[className]!.filter(wanted(!draw.chance(4)));
  return object([['@source', quoted(source)], ['@type', quoted(className)], ...membersOf(members, draw, 60)]);
}

function file(format: string, entries: readonly Written[], draw: Choices): string {
  const members: WrittenMember[] = [
    ['format', quoted(format)],
    ['formatVersion', text(draw.chance(10) ? '1.0' : '1')],
  ];
  const isScene = !format.endsWith('settings');
  if (isScene && draw.chance(60))
    members.push(['baseSceneName', quoted(draw.pick(['Base', 'Base', 'Hall']))]);
  if (draw.chance(70))
    members.push([
      'metadata',
      object([
        ['appName', quoted('Another')],
        ['by', text('{"v":1.0}')],
      ]),
    ]);
  if (draw.chance(95)) members.push(['objects', { items: entries }]);
  if (draw.chance(15)) members.splice(draw.below(members.length + 1), 0, ['x-team', text(draw.pick(junk))]);
  const mark = draw.below(30) === 29 ? '\uFEFF' : '';
  return mark + write(object(members), styleOf(draw));
}

function styleOf(draw: Choices): Style {
  const lineEnd = draw.weighted([
    [7, '\n'],
    [2, '\r\n'],
    [2, ''],
  ] as const);
  return {
    indent: lineEnd === '' ? '' : draw.pick(['  ', '    ', '\t', '']),
    lineEnd,
    colon: draw.pick([': ', ':', ' : ']),
    comma: lineEnd === '' ? draw.pick([', ', ',', ' , ']) : ',',
    end: draw.pick([lineEnd, '', `${lineEnd}${lineEnd} `]),
    isCompactInside: draw.chance(30),
  };
}

export function write(value: Written, style: Style): string {
  return `${layOut(value, style, '')}${style.end}`;
}

function layOut(value: Written, style: Style, indent: string): string {
  if ('text' in value) return value.text;
  const parts =
    'items' in value
      ? value.items.map((item) => [undefined, item] as const)
      : value.members.map(([name, member, as]) => [as ?? JSON.stringify(name), member] as const);
  const [open, close] = 'items' in value ? '[]' : '{}';
  if (parts.length === 0) return open! + close!;
  const isFlat = style.isCompactInside && parts.every(([, part]) => 'text' in part);
  const line = isFlat || style.lineEnd === '' ? '' : style.lineEnd + indent;
  const inner = line === '' ? '' : line + style.indent;
  const inside = parts.map(([name, part]) => {
    const laidOut = layOut(part, style, indent + style.indent);
    return `${inner}${name === undefined ? '' : name + style.colon}${laidOut}`;
  });
  return open + inside.join(isFlat ? ', ' : style.comma) + line + close;
}

/** The lists of numbers that determine a project. */
export interface DrawnProject {
  /** For the live scene: its head, then its entries; empty for a project without one. */
  readonly scene: readonly (readonly number[])[];
  readonly settings: readonly (readonly number[])[];
}

/** A text that the service cannot read. */
function spoilt(text: string, draw: Choices): string {
  return draw.pick([
    text.slice(0, text.lastIndexOf('}')),
    text.replace(/("formatVersion"\s*:\s*)1/, '$12'),
    text.replace('projectsettings', 'otherthings'),
    text.replace('{', '{,'),
  ]);
}

/** A live scene that is broken or has an unknown format or a newer version. */
export function drawUnusable(draw: Choices): string {
  const lists = Array.from({ length: 3 }, () => Array.from({ length: 40 }, () => draw.below(10_000)));
  const text = drawProject({ scene: lists, settings: [] }).get(livePath)!;
  return draw.pick([
    text.slice(0, text.lastIndexOf('}')),
    text.replace(/("formatVersion"\s*:\s*)1/, '$12'),
    text.replace('remotecontrol', 'otherthings'),
    text.replace('{', '{,'),
    `${text}x`,
    '',
  ]);
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
    const each = new Choices(numbers);
    const className = i === 0 ? 'Model.Rig' : 'Model.Desk';
    const isSpoilt = each.below(12) === 11;
    const count = className === 'Model.Desk' ? 1 : 1 + each.below(3);
    const objects = Array.from({ length: count }, () => settingsEntry(className, each));
    const path = `${folder}/Settings/${className}.settings.json`;
    const text = file('jp.lilium.remotecontrol.projectsettings', objects, each);
    files.set(path, isSpoilt ? spoilt(text, each) : text);
  }
  return files;
}
