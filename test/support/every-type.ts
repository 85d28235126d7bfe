/**
 * A library application with every class option; it runs in its own process, because declarations are global, and
 * prints its address.
 */
import {
  createPlainHost,
  exposeClass,
  exposeEnum,
  exposeExternalEnum,
  RemoteControlService,
} from '../../src/service/index.js';

enum Blend {
  Add,
  Multiply,
  重ね = 7,
}
enum Layer {
  None = 0,
  Floor = 1,
  Walls = 2,
  Sky = 4,
}

class Shape {
  area = 0;
}
class Circle extends Shape {
  radius = 2;
}
class Square extends Shape {
  side = 3;
  corners: string[] = ['a', 'b'];
}
class Cue {
  name = '';
  seconds = 0;
  made = 'here';
  constructor(name = 'Intro', seconds = 1, made = 'here') {
    Object.assign(this, { name, seconds, made });
  }
}
class Seal {
  code = 'none';
  depth = 1;
}
class Every {
  flag = true;
  byte = 255;
  short = -3;
  int = 42;
  long = 9007199254740993n;
  single = 0.1;
  double = Math.PI;
  notNumber = Number.NaN;
  endless = Number.NEGATIVE_INFINITY;
  text: string | null = 'text: with # marks\nand lines';
  nothing: string | null = null;
  yes = 'yes';
  v2 = { x: 1, y: 2 };
  v3 = { x: 1, y: 2, z: 3 };
  v4 = { x: 1, y: 2, z: 3, w: 4 };
  v2i = { x: 1, y: 2 };
  v3i = { x: 1, y: 2, z: 3 };
  turn = { x: 0, y: 0, z: 0, w: 1 };
  color = { r: 1, g: 0.5, b: 0.25, a: 1 };
  rect = { x: 0, y: 0, width: 10, height: 20 };
  pose = {
    position: { x: 1, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0, w: 1 },
    scale: { x: 1, y: 1, z: 1 },
  };
  blend = Blend.Multiply;
  layers = Layer.Floor | Layer.Sky;
  perhaps: number | null = null;
  perhapsSeal: Seal | null = null;
  seal = new Seal();
  shape: Shape = new Circle();
  shapes: Shape[] = [new Square(), new Circle(), new Square()];
  cues = [new Cue('Intro', 1), new Cue('Finale', 5, 'there')];
  names = ['one', 'two'];
  flags = [true, false];
  blends = [Blend.Add, Blend.重ね];
  none: number[] = [];
  friend: Every | null = null;
  friends: Every[] = [];
  fixed = 'fixed';
  preview = '';
  hidden = 1;
  'odd name (dB)' = -6;
  flashIt(): number {
    return 1;
  }
  make(): Shape {
    return new Circle();
  }
}
// biome-ignore lint/complexity/noStaticOnlyClass: a static class is what is shown
class Deck {
  static on = true;
  static seal = new Seal();
  static best: Every | null = null;
}

exposeEnum(Blend, { name: 'Blend', help: 'blend.help' });
exposeEnum(Layer, { name: 'Layer', flags: true });
exposeExternalEnum({ Hips: 0, Head: 10, Last: 55 }, { name: 'Bones', excludeNames: ['Last'] });
exposeClass(Shape, { abstract: true, fields: { area: { type: 'Single' } }, functions: {} });
exposeClass(Circle, { fields: { radius: { type: 'Single' } } });
exposeClass(Square, { fields: { side: { type: 'Single' }, corners: { type: 'String[]' } } });
exposeClass(Cue, {
  fields: {
    name: { type: 'String', key: true },
    seconds: { type: 'Single' },
    made: { type: 'String', readOnly: true },
  },
});
exposeClass(Seal, {
  kind: 'struct',
  fields: { code: { type: 'String', readOnly: true }, depth: { type: 'Int32' } },
});
exposeClass(Every, {
  category: 'cat.every',
  help: 'Everything',
  icon: 'apps',
  hideInScene: true,
  fields: {
    flag: {
      type: 'Boolean',
      label: 'label.on',
      section: { title: 'sec.basics', icon: 'tune', accessLevel: 2, subtitle: 'All' },
    },
    byte: { type: 'Byte', persistScope: 'project' },
    short: { type: 'Int16' },
    int: {
      type: 'Int32',
      persist: false,
      controller: { type: 'Slider', minValue: 0, maxValue: 99, step: 1 },
    },
    long: { type: 'Int64' },
    single: { type: 'Single', showIf: { flag: true, blend: 'Multiply' }, hideIf: { yes: 'no' } },
    double: {
      type: 'Double',
      visibility: [{ hideIf: { blend: 'Add' } }, { showIf: { flag: true } }, { hideIf: { blend: '重ね' } }],
    },
    notNumber: { type: 'Single' },
    endless: { type: 'Double' },
    text: { type: 'String', help: 'label.on' },
    nothing: { type: 'String' },
    yes: { type: 'String', controller: { type: 'StringSelector', sourcePropertyName: 'names' } },
    v2: { type: 'Vector2' },
    v3: { type: 'Vector3' },
    v4: { type: 'Vector4' },
    v2i: { type: 'Vector2Int' },
    v3i: { type: 'Vector3Int' },
    turn: { type: 'Quaternion' },
    color: { type: 'Color', layout: { path: 'row/a', direction: 'horizontal', columns: 2, grow: 1.5 } },
    rect: { type: 'Rect' },
    pose: { type: 'TransformValue' },
    blend: { type: 'Blend' },
    layers: { type: 'Layer' },
    perhaps: { type: 'Int32', nullable: true },
    perhapsSeal: { type: 'Seal', nullable: true },
    seal: { type: 'Seal', collapsed: true },
    shape: { type: 'Shape', controller: { type: 'TypeSelector' } },
    shapes: { type: 'Shape[]' },
    cues: { type: 'Cue[]' },
    names: { type: 'String[]' },
    flags: { type: 'Boolean[]' },
    blends: { type: 'Blend[]' },
    none: { type: 'Single[]' },
    friend: { type: 'Every', nullable: true, controller: { type: 'ObjectSelector' } },
    friends: { type: 'Every[]' },
    fixed: { type: 'String', readOnly: true },
    preview: { type: 'String', controller: { type: 'ImagePreview', intervalMs: 250 } },
    hidden: { type: 'Single', controller: { type: 'Hide' } },
    'odd name (dB)': { type: 'Single' },
  },
  functions: {
    flashIt: {
      label: 'Light',
      icon: 'bolt',
      returns: 'Single',
      showIf: { flag: true },
      parameters: {
        count: { type: 'Int32', default: 3, help: 'How often' },
        how: { type: 'Blend', default: 'Multiply' },
        where: { type: 'Vector3' },
        who: { type: 'Every', hideIf: { count: 0 } },
      },
    },
    make: { returns: 'Shape' },
  },
} as never);
exposeClass(Deck, {
  kind: 'static',
  fields: { on: { type: 'Boolean' }, seal: { type: 'Seal' }, best: { type: 'Every', nullable: true } },
} as never);

const host = createPlainHost({ name: 'Every Type' });
const service = new RemoteControlService({
  host,
  http: { port: 0 },
  languages: ['ja', 'en', 'de'],
  translations: {
    en: { 'label.on': 'Light', 'cat.every': 'Lights', 'blend.help': 'Blend', Light: 'Light', title: 'Desk' },
    ja: { 'label.on': '点灯', 'cat.every': '照明', Light: '明るい', 重ね: '重ねる', title: '卓' },
    de: { 'label.on': 'Licht', 'cat.every': 'Lights', 'sec.basics': 'Grundlagen', title: 'Desk' },
  },
  ui: {
    title: 'title',
    menuItems: [{ id: 'm', label: 'label.on', icon: 'x', pageType: 'category', order: 3 }],
  },
});
service.localization.set('en');
const first = new Every();
const second = new Every();
second.seal.code = 'B';
second.shapes[0]!.area = 4;
second.friend = first;
second.friends = [first, second];
first.friend = second;
const unnamed = new Every();
first.friends = [unnamed];
Deck.best = unnamed;
Deck.seal.code = 'D';
service.objects.register(first, { sourceKey: 'first', name: 'The first' });
service.objects.register(Deck as never, { className: 'Deck', sourceKey: 'Deck' });
service.objects.register(second, { sourceKey: 'second' });
service.objects.register(unnamed, { name: 'Somebody' });
service.objects.register(new Cue('Lone', 9, 'far'), {});
const { url } = await service.start();
console.log(url);
