import { type HostShape, OtherHost, type Place, type Reply, type Request } from './other-host.js';
import { Refused, type Value } from './values.js';

const classes: HostShape['classes'] = {
  Lamp: { members: { level: 'Single' } },
  Lens: { members: { focalLength: 'Single' } },
  Clip: { members: {} },
  Knob: { members: { name: 'String', value: 'Single' } },
  Rig: {
    members: {
      title: 'String',
      angle: 'Single',
      look: 'String',
      looks: 'String[]',
      serial: 'String',
      lens: 'Lens',
      knobs: 'Knob[]',
      lamp: 'Lamp',
      preview: 'String',
      clips: 'String[]',
      clip: 'Clip',
    },
  },
};

const objects: HostShape['objects'] = [
  {
    '@type': 'Rig',
    '@id': '50',
    '@name': 'Rig',
    title: 'Left',
    angle: 30,
    look: 'warm',
    looks: ['warm', 'cold'],
    serial: 'R-1',
    lens: { '@type': 'Lens', focalLength: 35 },
    knobs: [
      { '@type': 'Knob', name: 'a', value: 1 },
      { '@type': 'Knob', name: 'b', value: 2 },
    ],
    lamp: { '@type': 'Lamp', '@ref': '51', '@name': 'Lamp' },
    preview: '/exposed/image/50/preview',
    clips: ['', 'clip-1', 'clip-1:7'],
    clip: null,
  },
  { '@type': 'Lamp', '@id': '51', '@name': 'Lamp', level: 1 },
];

/** What the types say of members beside their names and types. */
const described: Readonly<Record<string, Value>> = {
  title: { collapsed: true },
  angle: { visibility: { property: 'look', value: 'warm', showWhenMatch: true } },
  serial: {
    isReadOnly: true,
    isPersistable: false,
    visibilityConditions: [
      { property: 'look', value: 'warm', showWhenMatch: true },
      { property: 'title', value: 'Left', showWhenMatch: true },
    ],
  },
  look: { controller: { type: 'StringSelector', sourcePropertyName: 'looks', sourceProperty: 'looks' } },
  knobs: { elementType: 'Knob', elementTypeOptions: ['Knob'] },
  lamp: { isReadOnly: true },
  clip: {
    controller: {
      type: 'AssetSelector',
      sourcePropertyName: 'clips',
      sourceProperty: 'clips',
      assetType: 'Clip',
    },
  },
  preview: { isReadOnly: true, isPersistable: false, controller: { type: 'ImagePreview', intervalMs: 500 } },
};

/** A host with lists that have keys, references, previews, conditions, and a file that it tells the state of. */
export class RichHost extends OtherHost {
  readonly #saved: readonly Value[];

  constructor() {
    super({ classes, objects });
    this.#saved = structuredClone(objects) as Value[];
  }

  override answer(request: Request): Reply {
    const { method, path, body } = request;
    if (path === '/exposed/image/50/preview')
      return { status: 200, body: Buffer.from([0x89, 0x50]), type: 'image/png' };
    const [, , name] = /^\/exposed\/object\/([^/]+)(?:\/([^/[]+))?/.exec(path) ?? [];
    const names = name === undefined ? Object.keys(body?.value ?? {}) : [name];
    if (method === 'PUT' && names.some((each) => described[each]?.isReadOnly === true))
      throw new Refused(400, `Property is read-only: ${names.join(', ')}`);
    if (method === 'PUT' && path.endsWith('/clip')) {
      this.objects[0].clip = this.asset(body?.value);
      return super.answer({ ...request, method: 'GET' });
    }
    return super.answer(request);
  }

  /** What a GUID, or a reference with one, stands for. */
  asset(value: Value): Value {
    const guid = value?.['@guid'] ?? value;
    return guid && this.objects[0].clips.includes(guid)
      ? { '@type': 'Clip', '@guid': guid, '@name': 'Walk' }
      : null;
  }

  override describe(type: string): Value {
    const description = super.describe(type);
    for (const property of description.properties)
      Object.assign(property, type === 'Knob' ? {} : this.describedAs(property.name));
    if (type === 'Knob') description.properties[0].isKey = true;
    return description;
  }

  describedAs(name: string): Value {
    return structuredClone(described[name] ?? {});
  }

  /** Elements have their names as keys. */
  override step(place: Place, step: string): Place {
    const { value } = place;
    const index = Array.isArray(value) ? value.findIndex((each) => each?.name === step) : -1;
    return super.step(place, index < 0 ? step : String(index));
  }

  override fixed(request: Request): Record<string, () => Value> | undefined {
    const asset = request.path === '/api/asset' && this.asset(request.query.get('guid'));
    if (asset) return { GET: () => ({ guid: asset['@guid'], name: asset['@name'], type: asset['@type'] }) };
    if (request.path !== '/api/live') return super.fixed(request);
    return { GET: () => this.live() };
  }

  live(): Value {
    const unsaved = this.objects.flatMap((object, i) => {
      const properties = Object.keys(object).filter((name) => {
        const [now, before] = [object[name], this.#saved[i]![name]].map((each) => JSON.stringify(each));
        return now !== before;
      });
      return properties.length === 0 ? [] : [{ id: object['@id'], name: object['@name'], properties }];
    });
    return { path: 'show.live.json', unsaved: unsaved.length > 0, objects: unsaved, files: [] };
  }
}

/** A rich host with one fault in what it shows of its objects. */
export class ShowsWrongly extends RichHost {
  readonly #change: (shown: Value, depth: number, host: OtherHost) => void;

  constructor(change: (shown: Value, depth: number, host: OtherHost) => void) {
    super();
    this.#change = change;
  }

  override shownObject(object: Value, depth: number): Value {
    const shown = structuredClone(super.shownObject(object, depth));
    if (shown['@type'] === 'Rig') this.#change(shown, depth, this);
    return shown;
  }
}

/** A rich host with one fault in what it says of a member. */
export class DescribesWrongly extends RichHost {
  readonly #member: string;
  readonly #fault: Value;

  constructor(member: string, fault: Value) {
    super();
    this.#member = member;
    this.#fault = fault;
  }

  override describedAs(name: string): Value {
    return { ...super.describedAs(name), ...(name === this.#member && this.#fault) };
  }
}

/** Takes what it should refuse. */
export class WritesReadOnly extends RichHost {
  override answer(request: Request): Reply {
    const { method, path, body } = request;
    if (method !== 'PUT' || !path.endsWith('/serial')) return super.answer(request);
    this.objects[0].serial = body?.value;
    return super.answer({ ...request, method: 'GET' });
  }
}

/** Takes a stub for an empty object. */
export class WipesStubs extends RichHost {
  override answer(request: Request): Reply {
    const reply = super.answer(request);
    if (request.method === 'PUT' && request.body?.value?.lens?.['@truncated'] === true)
      this.objects[0].lens.focalLength = 0;
    return reply;
  }
}

/** Whatever the key, the last element is meant. */
export class MistakesKeys extends RichHost {
  override step(place: Place, step: string): Place {
    const isKey = Array.isArray(place.value) && place.value.some((each) => each?.name === step);
    return super.step(place, isKey ? place.value.at(-1).name : step);
  }
}

/** Counts elements from one. */
export class CountsFromOne extends RichHost {
  override step(place: Place, step: string): Place {
    return super.step(place, Array.isArray(place.value) && step === '0' ? '1' : step);
  }
}

/** Knows properties in a batch, and no objects. */
export class BatchesPropertiesAlone extends RichHost {
  override item(item: Value): Value {
    if (/^\/exposed\/object\/\d+$/.test(item?.path))
      return { id: item.id ?? null, status: 400, body: { error: 'Invalid request format: no property' } };
    return super.item(item);
  }
}

/** Says nothing of what is unsaved, or goes on saying it. */
export class MistakesUnsaved extends RichHost {
  readonly #goesOn: boolean;
  #before: Value | undefined;

  constructor(goesOn: boolean) {
    super();
    this.#goesOn = goesOn;
  }

  override live(): Value {
    const live = super.live();
    if (!this.#goesOn) return { ...live, unsaved: false, objects: [] };
    if (live.unsaved) this.#before = live;
    return this.#before ?? live;
  }
}

/** Has assets, and cannot say what they are called. */
export class LabelsNoAsset extends RichHost {
  override fixed(request: Request): Record<string, () => Value> | undefined {
    const fixed = super.fixed(request);
    if (request.path !== '/api/asset' || this.asset(request.query.get('guid')) === null) return fixed;
    return { GET: () => ({ guid: request.query.get('guid'), name: '', type: '' }) };
  }
}

/** Takes a sub-asset for what it is a part of. */
export class CutsKeys extends RichHost {
  override asset(value: Value): Value {
    const guid = value?.['@guid'] ?? value;
    return super.asset(typeof guid === 'string' ? guid.split(':')[0] : guid);
  }
}

/** Knows assets by their names. */
export class TakesNoGuid extends RichHost {
  override answer(request: Request): Reply {
    if (request.method === 'PUT' && request.path.endsWith('/clip'))
      return super.answer({ ...request, body: { value: null } });
    return super.answer(request);
  }
}

/** Shows a page where the image should be. */
export class ShowsNoImage extends RichHost {
  override answer(request: Request): Reply {
    const reply = super.answer(request);
    return reply.type === undefined ? reply : { ...reply, type: 'text/html' };
  }
}
