import { Choices } from './choices.js';
import { Disagreement } from './disagreement.js';
import { isKnown } from './known.js';
import { isObject, type Json, type JsonObject, parseJson, sameJson, stringify } from './model/json.js';
import { type Answer, Model } from './model/model.js';
import type { Place } from './model/place.js';
import type { Registered } from './model/registry.js';
import { Places } from './steps/places.js';
import { Steps } from './steps/steps.js';
import { Subject } from './subject/subject.js';
import { Subscriber } from './subscriber.js';
import { compile, nobody } from './table/evaluate.js';
import { type ClassNumbers, generateTable, keys } from './table/generate.js';
import { sourceOf } from './table/source.js';
import type { MemberSpec, Table } from './table/spec.js';

/** All that makes a run: fast-check draws it. */
export interface Plan {
  readonly classes: readonly ClassNumbers[];
  readonly objects: readonly (readonly number[])[];
  readonly steps: readonly (readonly number[])[];
}

/** A step, as it is run on both. */
export interface Step {
  /** For people. */
  readonly text: string;
  readonly method: string;
  readonly url: string;
  readonly body?: Json;
  /** Of an answer that is a property. */
  readonly place?: Place;
  expected(): Answer | Promise<Answer>;
  /** Functions may change things and fail. */
  readonly mayChangeAndFail?: boolean;
}

/** One run: the same application twice, one behind the service and one in the model. */
export class Session {
  readonly table: Table;
  readonly subject: Subject;
  readonly model: Model;
  readonly lines: string[] = [];
  readonly #places: Places;
  readonly #subscriber = new Subscriber();
  /** True while a request of this frame may have sent something. */
  #mayHaveEvents = false;

  constructor(plan: Plan) {
    this.table = generateTable(plan.classes);
    const make = compile(this.table);
    this.subject = new Subject(make);
    const app = {};
    this.model = new Model(this.table, make(nobody, app), app);
    this.#places = new Places(this.model);
    for (const [index, numbers] of plan.objects.entries()) this.#register(index, new Choices(numbers));
    for (const cls of this.model.schema.classes.filter(({ spec }) => spec.kind === 'static')) {
      const id = this.subject.staticId(cls.name);
      this.model.register(cls.constructorFunction, cls, { id, key: cls.name, name: cls.name });
    }
  }

  get source(): string {
    return sourceOf(this.table);
  }

  #register(index: number, c: Choices): void {
    const key = keys[index]!;
    const concrete = this.model.schema.classes.filter(
      ({ spec }) => spec.kind === 'class' && !spec.isAbstract,
    );
    if (concrete.length === 0) return;
    const cls = c.pick(concrete);
    const mine = new cls.constructorFunction();
    const theirs = new this.subject.classes[cls.name]!();
    this.model.app[key] = mine as never;
    this.subject.app[key] = theirs as never;
    const { id } = this.subject.service.objects.register(theirs, { sourceKey: key });
    this.model.register(mine, cls, { id, key, name: key });
    this.lines.push(`register(app.${key} = new ${cls.name}(), { sourceKey: '${key}' })`);
  }

  async run(plan: Plan): Promise<void> {
    await this.subject.start();
    for (const object of this.model.registry.all) {
      this.#subscriber.known.set(object.id, this.model.reader.object(object, Number.POSITIVE_INFINITY));
    }
    const steps = new Steps(this.model, this.#places);
    for (const numbers of plan.steps) {
      const c = new Choices(numbers);
      const looks = c.below(4);
      const endsFrame = c.chance(50);
      const step = steps.next(c);
      if (step !== undefined) await this.#step(step);
      if (looks >= 1) await this.#look(looks);
      if (endsFrame) await this.#frame();
    }
    await this.#frame();
    await this.#look(3);
  }

  async #step(step: Step): Promise<void> {
    const { method, url, body } = step;
    this.lines.push(step.text);
    const [expected, arrived] = [
      await step.expected(),
      await this.subject.request(method, url, body === undefined ? undefined : stringify(body)),
    ];
    if (arrived.status !== expected.status) {
      throw new Disagreement(`expected status ${expected.status}, got ${arrived.status} ${arrived.body}`);
    }
    if (arrived.status < 300 || step.mayChangeAndFail) this.#mayHaveEvents = true;
    if (expected.body !== undefined) {
      const got = parseJson(arrived.body);
      this.#sameProperty('the answer', expected.body, got, step.place);
    }
    this.#sameDirt();
  }

  /** Reads, and so has texts kept. */
  async #look(how: number): Promise<void> {
    const depth = how === 2 ? 1 : Number.POSITIVE_INFINITY;
    const flag = depth === 1 ? '' : '?nested';
    if (how === 3) {
      for (const object of this.model.registry.all) await this.#lookAt(object);
      return;
    }
    const list = parseJson((await this.subject.request('GET', `/exposed/objects${flag}`)).body);
    const all = [...this.model.registry.all].map((object) => this.model.reader.object(object, depth));
    const got = (list as { objects: { '@id': string }[] }).objects;
    for (const object of all) {
      const same = got.find((each) => each['@id'] === object['@id']);
      this.#same(`${object['@name']} in the list${flag}`, object, same as unknown as Json);
    }
  }

  async #lookAt(object: Registered): Promise<void> {
    for (const flag of ['', '?nested']) {
      const expected = this.model.reader.object(object, flag === '' ? 1 : Number.POSITIVE_INFINITY);
      const { body } = await this.subject.request('GET', `/exposed/object/${object.id}${flag}`);
      this.#same(`GET ${object.name}${flag}`, expected, parseJson(body));
    }
    for (const member of object.class.members) {
      const place = this.#places.find(object, member.name)!;
      const { body } = await this.subject.request('GET', `/exposed/object/${object.id}/${member.name}`);
      this.#sameProperty(
        `GET ${object.name}/${member.name}`,
        this.model.property(place),
        parseJson(body),
        place,
      );
    }
  }

  async #frame(): Promise<void> {
    this.lines.push('-- frame');
    const updates = this.#subscriber.updates(this.subject.frame());
    if (!this.#mayHaveEvents && updates.length > 0) {
      throw new Disagreement(
        `a frame of refused requests sent ${JSON.stringify(updates.map((u) => u.path))}`,
      );
    }
    this.#mayHaveEvents = false;
    for (const update of updates) {
      const root = this.model.registry.resolve(update.id);
      if (root === undefined) continue;
      const place = this.#places.find(root, update.path);
      if (place === undefined) throw new Disagreement(`an event for ${update.path}, which is nowhere`);
      const { value, changed } = this.model.property(place);
      this.#same(
        `the event of ${root.name}/${update.path}`,
        { value: value!, changed: this.model.isChangedKnown(place) ? changed! : update.changed },
        { value: update.value, changed: update.changed },
      );
      if (!this.#subscriber.apply(update)) throw new Disagreement(`the event of ${update.path} has no place`);
    }
    for (const object of this.model.registry.all) {
      const expected = this.model.reader.object(object, Number.POSITIVE_INFINITY);
      const known = this.#subscriber.known.get(object.id)!;
      if (isKnown('computed-unseen')) retell(this.model, object, expected, known);
      this.#same(`what a subscriber knows of ${object.name}`, expected, known);
    }
  }

  #sameDirt(): void {
    for (const object of this.model.registry.all) {
      const handle = this.subject.service.objects.resolve(object.id)!;
      const dirty = this.subject.service.model.dirty.dirtyMembers(handle).map(({ name }) => name);
      this.#same(`dirty members of ${object.name}`, this.model.dirtyMembers(object), dirty.sort());
    }
    this.#same('unsaved', this.model.hasUnsavedChanges, this.subject.service.hasUnsavedChanges);
  }

  #sameProperty(what: string, expected: Json, got: Json, place: Place | undefined): void {
    const isOpen = place !== undefined && !this.model.isChangedKnown(place);
    const changed = isOpen && isObject(got) ? { changed: got.changed! } : {};
    this.#same(what, isObject(expected) ? { ...expected, ...changed } : expected, got);
  }

  #same(what: string, expected: Json, got: Json | undefined): void {
    if (sameJson(expected, got)) return;
    throw new Disagreement(`${what}\n  expected ${stringify(expected)}\n  got      ${stringify(got)}`);
  }
}

/** Tells what nobody can see: computed members. */
function retell(model: Model, object: Registered, expected: JsonObject, known: JsonObject): void {
  for (const member of object.class.members) {
    if (hasComputed(model, member)) known[member.name] = expected[member.name]!;
  }
}

function hasComputed(model: Model, { how, type }: MemberSpec, seen: readonly string[] = []): boolean {
  if (how === 'computed') return true;
  const inner = type.of === 'array' ? type.element : type;
  return (
    inner.of === 'class' &&
    !seen.includes(inner.name) &&
    model.schema.classes.some(
      ({ isA, members }) =>
        isA.has(inner.name) && members.some((each) => hasComputed(model, each, [...seen, inner.name])),
    )
  );
}
