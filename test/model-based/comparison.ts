import { Disagreement } from './disagreement.js';
import { isObject, type Json, type JsonObject, parseJson, sameJson, stringify } from './model/json.js';
import type { Answer, Model } from './model/model.js';
import type { Place } from './model/place.js';
import type { Registered } from './model/registry.js';
import type { Places } from './steps/places.js';
import type { Request } from './steps/step.js';
import type { Arrived } from './subject/memory-engine.js';
import type { Unsaved } from './subject/unsaved.js';
import { Subscriber } from './subscriber.js';

/** The service under test. */
interface Served {
  request(method: string, url: string, body?: string): Promise<Arrived>;
  /** Ends a frame and returns the stream text of it. */
  frame(): string | Promise<string>;
  unsaved(): Promise<Unsaved>;
}

const full = Number.POSITIVE_INFINITY;

/** Reads both sides and finds differences. */
export class Comparison {
  readonly #model: Model;
  readonly #subject: Served;
  readonly #places: Places;
  readonly #isSceneGraph: boolean;
  readonly #subscriber = new Subscriber();
  /** True if a step since the last frame may have sent events. */
  mayHaveEvents = false;

  /** @param isSceneGraph objects that are added or moved are unsaved without an edited member */
  constructor(model: Model, subject: Served, places: Places, isSceneGraph = false) {
    this.#isSceneGraph = isSceneGraph;
    this.#model = model;
    this.#subject = subject;
    this.#places = places;
  }

  /** The subscriber reads an object that it did not know. */
  meet(object: Registered): void {
    this.#subscriber.known.set(object.id, this.#model.reader.object(object, full));
  }

  /** Reads both sides, which fills the JSON cache. The order of a list is known in a scene graph. */
  async look(how: number): Promise<void> {
    const depth = how === 2 ? 1 : full;
    const flag = depth === 1 ? '' : '?nested';
    if (how === 3) {
      for (const object of this.#model.registry.all) await this.#lookAt(object);
      return;
    }
    const list = parseJson((await this.#subject.request('GET', `/exposed/objects${flag}`)).body);
    const all = [...this.#model.registry.all].map((object) => this.#model.reader.object(object, depth));
    const got = (list as { objects: JsonObject[] }).objects;
    if (this.#isSceneGraph) this.same(`the list${flag}`, all, got);
    for (const object of all) {
      const same = got.find((each) => each['@id'] === object['@id']);
      this.same(`${object['@name']} in the list${flag}`, object, same);
    }
  }

  async #lookAt(object: Registered): Promise<void> {
    for (const flag of ['', '?nested']) {
      const expected = this.#model.reader.object(object, flag === '' ? 1 : full);
      const { body } = await this.#subject.request('GET', `/exposed/object/${object.id}${flag}`);
      this.same(`GET ${object.name}${flag}`, expected, parseJson(body));
    }
    for (const member of object.class.members) {
      const place = this.#places.find(object, member.name)!;
      const { status, body } = await this.#subject.request(
        'GET',
        `/exposed/object/${object.id}/${member.name}`,
      );
      const what = `GET ${object.name}/${member.name}`;
      this.same(`the status of ${what}`, 200, status);
      this.sameProperty(what, this.#model.property(place), parseJson(body), place);
    }
  }

  /** Sends a request that the model has answered. */
  async request(request: Request, expected: Answer): Promise<void> {
    const { method, url, body } = request;
    const text = body === undefined ? undefined : stringify(body);
    this.answer(request, expected, await this.#subject.request(method, url, text));
  }

  answer({ mayChangeAndFail, place }: Request, expected: Answer, { status, body }: Arrived): void {
    if (status !== expected.status)
      throw new Disagreement(`expected status ${expected.status}, got ${status} ${body}`);
    if (status < 300 || mayChangeAndFail) this.mayHaveEvents = true;
    if (expected.body !== undefined) this.sameProperty('the answer', expected.body, parseJson(body), place);
  }

  async frame(): Promise<void> {
    const updates = this.#subscriber.updates(await this.#subject.frame());
    if (!this.mayHaveEvents && updates.length > 0) {
      throw new Disagreement(
        `a frame of refused requests sent ${JSON.stringify(updates.map((u) => u.path))}`,
      );
    }
    this.mayHaveEvents = false;
    for (const update of updates) {
      const root = this.#model.registry.resolve(update.id);
      if (root === undefined) continue;
      if (update.path === '') {
        this.same(`the event of ${root.name}`, this.#model.reader.object(root, full), update.value);
        this.#subscriber.apply(update);
        continue;
      }
      const place = this.#places.find(root, update.path);
      if (place === undefined) throw new Disagreement(`an event for ${update.path}, which does not exist`);
      const { value, changed } = this.#model.property(place);
      this.same(
        `the event of ${root.name}/${update.path}`,
        { value: value!, changed: this.#model.isChangedKnown(place) ? changed! : update.changed },
        { value: update.value, changed: update.changed },
      );
      if (!this.#subscriber.apply(update))
        throw new Disagreement(`the event of ${update.path} has an unknown path`);
    }
    for (const object of this.#model.registry.all) {
      const expected = this.#model.reader.object(object, full);
      const known = this.#subscriber.known.get(object.id)!;
      this.same(`what a subscriber knows of ${object.name}`, nameless(expected), nameless(known));
    }
  }

  async sameDirt(): Promise<void> {
    const unsaved = await this.#subject.unsaved();
    let isSettled = true;
    let isUnsaved = false;
    for (const object of this.#model.registry.all) {
      const dirty = unsaved.membersOf(object.id);
      const settled = dirty.filter((name) => !object.doubtful.has(name));
      const expected = this.#model.edits.dirtyMembers(object);
      isUnsaved ||= expected.length > 0;
      this.same(`dirty members of ${object.name}`, expected, settled);
      isSettled &&= settled.length === dirty.length;
    }
    if (isSettled && (isUnsaved || !this.#isSceneGraph)) {
      this.same('unsaved', isUnsaved, unsaved.isUnsaved);
    }
  }

  sameProperty(what: string, expected: Json, got: Json, place: Place | undefined): void {
    const isOpen = place !== undefined && !this.#model.isChangedKnown(place);
    const changed = isOpen && isObject(got) ? { changed: got.changed! } : {};
    this.same(what, isObject(expected) ? { ...expected, ...changed } : expected, got);
  }

  same(what: string, expected: Json, got: Json | undefined): void {
    if (sameJson(expected, got)) return;
    throw new Disagreement(`${what}\n  expected ${stringify(expected)}\n  got      ${stringify(got)}`);
  }
}

/** A new name of an object has an event of that object alone; references to it are updated from it. */
function nameless(json: Json): Json {
  if (Array.isArray(json)) return json.map(nameless);
  if (!isObject(json)) return json;
  const members = Object.entries(json).filter(([name]) => name !== '@name');
  return Object.fromEntries(members.map(([name, value]) => [name, nameless(value)]));
}
