import { Disagreement } from './disagreement.js';
import { anyJson, isObject, type Json, parseJson, sameJson, stringify } from './model/json.js';
import type { Model } from './model/model.js';
import type { Place } from './model/place.js';
import { Reader } from './model/reader.js';
import type { Registered } from './model/registry.js';
import type { Places } from './steps/places.js';
import type { Subject } from './subject/subject.js';
import { Subscriber } from './subscriber.js';

/** Reads both sides and finds differences. */
export class Comparison {
  readonly #model: Model;
  readonly #subject: Subject;
  readonly #places: Places;
  readonly #known: Reader;
  readonly #subscriber = new Subscriber();

  constructor(model: Model, subject: Subject, places: Places) {
    this.#model = model;
    this.#subject = subject;
    this.#known = new Reader(model.schema, model.registry, anyJson);
    this.#places = places;
  }

  /** The subscriber reads an object that it did not know. */
  meet(object: Registered): void {
    this.#subscriber.known.set(object.id, this.#model.reader.object(object, Number.POSITIVE_INFINITY));
  }

  /** Reads both sides, which fills the JSON cache. */
  async look(how: number): Promise<void> {
    const depth = how === 2 ? 1 : Number.POSITIVE_INFINITY;
    const flag = depth === 1 ? '' : '?nested';
    if (how === 3) {
      for (const object of this.#model.registry.all) await this.#lookAt(object);
      return;
    }
    const list = parseJson((await this.#subject.request('GET', `/exposed/objects${flag}`)).body);
    const all = [...this.#model.registry.all].map((object) => this.#model.reader.object(object, depth));
    const got = (list as { objects: { '@id': string }[] }).objects;
    for (const object of all) {
      const same = got.find((each) => each['@id'] === object['@id']);
      this.same(`${object['@name']} in the list${flag}`, object, same as unknown as Json);
    }
  }

  async #lookAt(object: Registered): Promise<void> {
    for (const flag of ['', '?nested']) {
      const expected = this.#model.reader.object(object, flag === '' ? 1 : Number.POSITIVE_INFINITY);
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
      const expected = this.#model.property(place);
      this.same(`the status of ${what}`, expected === undefined ? 500 : 200, status);
      if (expected !== undefined) this.sameProperty(what, expected, parseJson(body), place);
    }
  }

  async frame(mayHaveEvents: boolean): Promise<void> {
    const updates = this.#subscriber.updates(await this.#subject.frame());
    if (!mayHaveEvents && updates.length > 0) {
      throw new Disagreement(
        `a frame of refused requests sent ${JSON.stringify(updates.map((u) => u.path))}`,
      );
    }
    for (const update of updates) {
      const root = this.#model.registry.resolve(update.id);
      if (root === undefined) continue;
      const place = this.#places.find(root, update.path);
      if (place === undefined) throw new Disagreement(`an event for ${update.path}, which does not exist`);
      const property = this.#model.property(place);
      if (property === undefined) throw new Disagreement(`an event for ${update.path}, which cannot be read`);
      const { value, changed } = property;
      this.same(
        `the event of ${root.name}/${update.path}`,
        { value: value!, changed: this.#model.isChangedKnown(place) ? changed! : update.changed },
        { value: update.value, changed: update.changed },
      );
      if (!this.#subscriber.apply(update))
        throw new Disagreement(`the event of ${update.path} has an unknown path`);
    }
    for (const object of this.#model.registry.all) {
      // An unreadable value sends no event, so the last known value stays.
      const expected = this.#known.object(object, Number.POSITIVE_INFINITY);
      const known = this.#subscriber.known.get(object.id)!;
      this.same(`what a subscriber knows of ${object.name}`, expected, known);
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
    if (isSettled) {
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
