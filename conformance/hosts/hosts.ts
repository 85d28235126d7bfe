import type { Server } from 'node:http';
import { type HostShape, OtherHost, type Place, type Reply, type Request } from './other-host.js';
import {
  BatchesPropertiesAlone,
  CountsFromOne,
  CutsKeys,
  DescribesWrongly,
  LabelsNoAsset,
  MistakesKeys,
  MistakesUnsaved,
  RichHost,
  ShowsNoImage,
  ShowsWrongly,
  TakesNoGuid,
  WipesStubs,
  WritesReadOnly,
} from './rich-host.js';
import type { Value } from './values.js';

const flatClasses = {
  Lamp: { members: { level: 'Single', label: 'String', on: 'Boolean', tags: 'String[]' } },
  Fan: { members: { speed: 'Int32' } },
};
const flatObjects = [
  { '@type': 'Lamp', '@id': '7', '@name': 'Lamp', level: 0.5, label: 'Left', on: true, tags: ['a', 'b'] },
  { '@type': 'Fan', '@id': '8', '@name': 'Fan', speed: 3 },
];
const flat: HostShape = { classes: flatClasses, objects: flatObjects };

const deep: HostShape = {
  classes: {
    Coating: { members: { layers: 'Int32' } },
    Lens: { members: { focalLength: 'Single', coating: 'Coating' } },
    Knob: { members: { name: 'String', value: 'Single' } },
    Camera: { members: { zoom: 'Double', lens: 'Lens', knobs: 'Knob[]', sizes: 'Int32[]' } },
  },
  objects: [
    {
      '@type': 'Camera',
      '@id': '100',
      '@name': 'Camera',
      zoom: 1,
      lens: { '@type': 'Lens', focalLength: 35, coating: { '@type': 'Coating', layers: 3 } },
      knobs: [{ '@type': 'Knob', name: 'a', value: 1 }],
      sizes: [1, 2, 3],
    },
  ],
};

const family: HostShape = {
  classes: {
    Light: { members: { intensity: 'Single' } },
    Spot: { base: 'Light', members: { angle: 'Single' } },
    Narrow: { base: 'Spot', members: { focus: 'Single' } },
    Stage: { members: { title: 'String' } },
  },
  objects: [
    { '@type': 'Light', '@id': '1', '@name': 'Light', intensity: 1 },
    { '@type': 'Spot', '@id': '2', '@name': 'Spot', intensity: 1, angle: 30 },
    { '@type': 'Spot', '@id': '3', '@name': 'Spot', intensity: 1, angle: 30 },
    { '@type': 'Narrow', '@id': '4', '@name': 'Narrow', intensity: 1, angle: 3, focus: 2 },
    { '@type': 'Narrow', '@id': '5', '@name': 'Narrow', intensity: 1, angle: 3, focus: 2 },
    { '@type': 'Stage', '@id': '6', '@name': 'Stage', title: 'Show' },
    { '@type': 'Stage', '@id': '9', '@name': 'Other', title: 'Show' },
  ],
};

const everythingMoves: HostShape = {
  ...flat,
  objects: [flatObjects[1]],
  move: ([fan], requests) => (fan.speed = requests),
};

const someMoves: HostShape = {
  ...flat,
  classes: { ...flatClasses, Fan: { members: { speed: 'Int32', angle: 'Single' } } },
  objects: [{ '@type': 'Fan', '@id': '8', '@name': 'Fan', speed: 3, angle: 9 }],
  move: ([fan], requests) => (fan.speed = requests),
};

/** Right ones, none of which may be blamed. */
export const rightHosts: Readonly<Record<string, () => OtherHost>> = {
  flat: () => new OtherHost(flat),
  deep: () => new OtherHost(deep),
  'with subclasses': () => new OtherHost(family),
  'with subclasses that says their bases': () => new OtherHost({ ...family, saysBases: true }),
  'in which everything moves': () => new OtherHost(everythingMoves),
  'in which one of two numbers moves': () => new OtherHost(someMoves),
  'with another style of JSON': () =>
    new OtherHost({ ...deep, isReversed: true, contentType: 'application/json;charset=UTF-8' }),
  'with JSON without a charset': () => new OtherHost({ ...flat, contentType: 'application/json' }),
  'of an older wire': () => new OtherHost({ ...deep, isOlder: true }),
  'without objects': () => new OtherHost({ ...flat, objects: [] }),
  'with keys, references, conditions and a file': () => new RichHost(),
};

class PastTheEnd extends OtherHost {
  override step(place: Place, step: string): Place {
    const { value } = place;
    const isPast =
      Array.isArray(value) && /^\d+$/.test(step) && Number(step) >= value.length && value.length > 0;
    return super.step(place, isPast ? String(value.length - 1) : step);
  }
}

class SettlesAnything extends OtherHost {
  override confirm(timestamp: string): Value {
    return { success: true, settled: true, timestamp };
  }
}

class IgnoresTypes extends OtherHost {
  override list(): readonly Value[] {
    return this.objects;
  }
}

class NestedByDefault extends OtherHost {
  override shownObject(object: Value): Value {
    return super.shownObject(object, Number.POSITIVE_INFINITY);
  }
}

class NeverNested extends OtherHost {
  override shownObject(object: Value): Value {
    return super.shownObject(object, 1);
  }
}

class TellsNobody extends OtherHost {
  override broadcast(): void {}
}

class SaysNothing extends OtherHost {
  override answerTo(...request: Parameters<OtherHost['answerTo']>): Reply {
    const reply = super.answerTo(...request);
    return reply.status < 400 ? reply : { ...reply, body: { error: 'Error' } };
  }
}

class WritesThenRefuses extends OtherHost {
  override answer(request: Request): Reply {
    const { method, path, body } = request;
    const isWrong = method === 'PUT' && typeof body?.value === 'object' && !Array.isArray(body.value);
    if (isWrong && /\/exposed\/object\/\d+\/level$/.test(path)) this.objects[0].level = 99;
    return super.answer(request);
  }
}

class StopsBatches extends OtherHost {
  override batch(body: Value): Value {
    if (!Array.isArray(body?.requests)) return super.batch(body);
    const responses: Value[] = [];
    for (const item of body.requests) {
      responses.push(this.item(item));
      if (responses.at(-1).status >= 400) break;
    }
    return { responses };
  }
}

class KnowsEveryAsset extends OtherHost {
  override fixed(request: Request): Record<string, () => Value> | undefined {
    if (request.path !== '/api/asset' || !request.query.has('guid')) return super.fixed(request);
    return { GET: () => ({ guid: request.query.get('guid'), name: '', type: '' }) };
  }
}

class DecodesTwice extends OtherHost {
  override decode(target: string): string {
    return super.decode(super.decode(target));
  }
}

/** Slashes and dots that were encoded are characters of a name. */
class SplitsFirst extends OtherHost {
  override decode(target: string): string {
    return super.decode(target.replace(/%2f|%2e/gi, '~'));
  }
}

class LosesRequests extends OtherHost {
  protected override prepare(server: Server): void {
    server.on('connection', (socket) =>
      socket.on('data', (data) => {
        if (data.toString().split(' HTTP/1.1').length > 2) socket.destroy();
      }),
    );
  }
}

/** Takes what comes last for the length, where the other half of the internet takes what comes first. */
class TakesTwoLengths extends OtherHost {
  protected override prepare(server: Server): void {
    server.on('clientError', (_error, socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"responses":[]}'),
    );
  }
}

/** Says more of each mistake than anybody but its makers should know. */
class SaysTooMuch extends OtherHost {
  readonly #more: string;

  constructor(more: string) {
    super(flat);
    this.#more = more;
  }

  override answerTo(...request: Parameters<OtherHost['answerTo']>): Reply {
    const reply = super.answerTo(...request);
    return reply.status === 404 ? { ...reply, body: { error: `${reply.body.error} ${this.#more}` } } : reply;
  }
}

const condition = { property: 'look', value: 'warm', showWhenMatch: true };

/** Wrong ones, with the rules that each breaks. */
export const wrongHosts: Readonly<
  Record<string, readonly [rules: readonly string[], make: () => OtherHost]>
> = {
  'writes the last element for an index past the end': [['PTH-9'], () => new PastTheEnd(flat)],
  'settles prompts that nobody raised': [['PRM-6'], () => new SettlesAnything(flat)],
  'gives all objects whatever the type': [['END-2'], () => new IgnoresTypes(family)],
  'reads nested by default': [['DEP-1', 'DEP-3', 'DEP-6', 'LIM-1'], () => new NestedByDefault(deep)],
  'never shows more than depth 1': [['DEP-6', 'DEP-8'], () => new NeverNested(deep)],
  'tells nobody of changes': [['EVT-1'], () => new TellsNobody(flat)],
  'says nothing of mistakes': [['ERR-5'], () => new SaysNothing(flat)],
  'writes what it refuses': [['ERR-3'], () => new WritesThenRefuses(flat)],
  'stops a batch at the first failure': [['END-7', 'END-8', 'END-9'], () => new StopsBatches(flat)],
  'knows every asset': [['AST-7'], () => new KnowsEveryAsset(flat)],
  'shows a composite without its type': [
    ['OBJ-6', 'DEP-6'],
    () => new ShowsWrongly((rig, depth) => void (depth > 1 && delete rig.lens['@type'])),
  ],
  'shows an object of its own inside another one': [
    ['OBJ-7'],
    () => new ShowsWrongly((rig) => Object.assign(rig.lamp, { '@id': '51', level: 1 })),
  ],
  'has references that lead nowhere': [['OBJ-7'], () => new ShowsWrongly((rig) => (rig.lamp['@ref'] = '99'))],
  'loses references when nested': [
    ['DEP-5', 'DEP-6'],
    () => new ShowsWrongly((rig, depth) => void (depth > 1 && delete rig.lamp)),
  ],
  'shows lists in part': [
    ['DEP-3', 'DEP-6'],
    () => new ShowsWrongly((rig, depth) => void (depth === 1 && rig.knobs.pop())),
  ],
  'shows elements whole at depth 1': [
    ['DEP-3', 'LIM-1'],
    () => new ShowsWrongly((rig, _, { objects }) => (rig.knobs = structuredClone(objects[0].knobs))),
  ],
  'takes a stub for an empty object': [['DEP-11'], () => new WipesStubs()],
  'mistakes keys': [['PTH-2'], () => new MistakesKeys()],
  'counts elements from one': [['PTH-9'], () => new CountsFromOne()],
  'writes what can only be read': [['ERR-4'], () => new WritesReadOnly()],
  'takes no objects in batches': [['END-10'], () => new BatchesPropertiesAlone()],
  'never says that anything is unsaved': [['DRT-1'], () => new MistakesUnsaved(false)],
  'says for ever that something is unsaved': [['DRT-2'], () => new MistakesUnsaved(true)],
  'says a condition twice': [
    ['DSC-1', 'VER-1'],
    () => new DescribesWrongly('angle', { visibilityConditions: [condition, condition] }),
  ],
  'lists a single condition': [
    ['DSC-2', 'VER-1'],
    () => new DescribesWrongly('serial', { visibilityConditions: [condition] }),
  ],
  'says what is not collapsed': [
    ['DSC-5', 'VER-1'],
    () => new DescribesWrongly('look', { collapsed: false }),
  ],
  'offers types that there are not': [
    ['DSC-6'],
    () => new DescribesWrongly('knobs', { elementTypeOptions: ['Dial'] }),
  ],
  'names choices that there are not': [
    ['DSC-8'],
    () =>
      new DescribesWrongly('look', {
        controller: { type: 'StringSelector', sourcePropertyName: 'none', sourceProperty: 'none' },
      }),
  ],
  'lets previews be written': [['DSC-11'], () => new DescribesWrongly('preview', { isReadOnly: false })],
  'shows no image': [['DSC-11'], () => new ShowsNoImage()],
  'does not know what its assets are called': [['AST-4', 'AST-5'], () => new LabelsNoAsset()],
  'cuts the keys of sub-assets': [['AST-2'], () => new CutsKeys()],
  'takes no GUID for an asset': [['AST-1', 'AST-2'], () => new TakesNoGuid()],
  'decodes twice': [['PTH-10'], () => new DecodesTwice(flat)],
  'takes an encoded path for a name': [['PTH-10'], () => new SplitsFirst(deep)],
  'loses requests that come at once': [['SVC-8'], () => new LosesRequests(flat)],
  'takes a request of two lengths': [['SVC-8'], () => new TakesTwoLengths(flat)],
  'tells where its files are': [['ERR-9'], () => new SaysTooMuch('(/home/show/scenes/live.json)')],
  'tells where its code is': [['ERR-9'], () => new SaysTooMuch('   at Host.Find (C:\\src\\Host.cs:line 12)')],
  'tells what its system says': [['ERR-9'], () => new SaysTooMuch('ENOENT: no such file or directory')],
  'says that its JSON is text': [['SVC-2'], () => new OtherHost({ ...flat, contentType: 'text/plain' })],
};

/** What a constant says of a loop is nothing: the rule neither holds nor fails. */
export const constantFrameRate = () => new OtherHost({ ...flat, fps: () => 60 });

/** Goes away while it is asked for something that any host is asked for. */
export class Dies extends OtherHost {
  override answer(request: Request): Reply {
    if (request.path === '/exposed/batch') this.stop();
    return super.answer(request);
  }
}

export const diesOfBatches = () => new Dies(flat);
