import { Choices } from '../choices.js';
import { Disagreement } from '../disagreement.js';
import { isObject, type Json, parseJson, sameJson, stringify } from '../model/json.js';
import type { Answer } from '../model/model.js';
import { Subscriber } from '../subscriber.js';
import type { ClassName } from './application.js';
import { type Spot, StageModel } from './model.js';
import { StageSteps } from './steps.js';
import { StageSubject } from './subject.js';
import {
  componentsOf,
  type GameObjectThing,
  newGameObject,
  newThing,
  type Thing,
  typesOf,
} from './things.js';

const full = Number.POSITIVE_INFINITY;

/** One run: game objects with components are added, changed, moved and removed on both sides. */
export class StageSession {
  readonly subject = new StageSubject();
  readonly lines: string[] = [];
  readonly #model = new StageModel();
  readonly #steps = new StageSteps(this.#model);
  readonly #subscriber = new Subscriber();
  readonly #indexes = new Map<Thing, number>();
  #keys = 0;
  #mayHaveEvents = false;
  /** True if a remote app moved an object; the model of files defines the unsaved state then. */

  async run(steps: readonly (readonly number[])[]): Promise<void> {
    await this.subject.start();
    this.#addDesk();
    for (const numbers of steps) {
      const c = new Choices(numbers);
      const kind = c.weighted([
        [4, 'request'],
        [3, 'engine'],
        [3, 'come'],
        [1, 'go'],
      ] as const);
      if (kind === 'request') await this.#request(c);
      else if (kind === 'engine') this.#engine(c);
      else if (kind === 'come') this.#come(c);
      else this.#go(c);
      await this.#sameDirt();
      if (c.chance(40)) this.#frame();
      if (c.chance(40)) await this.#look(c);
    }
    this.#frame();
    for (const thing of this.#model.registered) await this.#lookAt(thing);
  }

  #come(c: Choices): void {
    const { gameObjects } = this.#model;
    const kind = c.pick(['gameObject', 'component', 'desk'] as const);
    if (kind === 'desk') return this.#addDesk();
    this.#frame();
    if (kind === 'gameObject' || gameObjects.length === 0) {
      const thing = this.#addGameObject();
      for (let n = c.below(3); n > 0; n--) this.#addComponent(thing, c);
      if (c.chance(75)) this.#register(thing);
    } else this.#addComponent(c.pick(gameObjects), c);
    this.#meetAll();
  }

  #addDesk(): void {
    this.#frame();
    this.subject.add('Stage.Desk', undefined);
    const desk = newThing('Stage.Desk', undefined, undefined);
    this.#enter(desk);
    this.#register(desk);
    this.#meetAll();
  }

  #addGameObject(): GameObjectThing {
    const name = `object ${this.#model.things.length}`;
    this.lines.push(`create a game object "${name}"`);
    const thing = newGameObject(name, this.subject.addGameObject(name));
    this.#enter(thing);
    return thing;
  }

  #addComponent(owner: GameObjectThing, c: Choices): void {
    const className = c.pick<ClassName>(['Stage.Rig', 'Stage.Lamp']);
    this.lines.push(`add a ${className} to ${this.#name(owner)}`);
    const thing = newThing(className, this.subject.add(className, this.#indexes.get(owner)!), owner);
    componentsOf(owner).push(thing);
    this.#enter(thing);
    if (owner.handle !== undefined) this.#model.capture(thing);
    if (c.chance(30)) this.#register(thing);
  }

  #enter(thing: Thing): void {
    this.#indexes.set(thing, this.#indexes.size);
    this.#model.things.push(thing);
  }

  #register(thing: Thing): void {
    const key = `key${this.#keys++}`;
    this.lines.push(`register ${this.#name(thing)} as ${key}`);
    const { id } = this.subject.register(this.#indexes.get(thing)!, key);
    this.#model.register(thing, { id, key });
  }

  #go(c: Choices): void {
    const things = this.#model.things.filter(({ instanceId }) => instanceId !== undefined);
    if (things.length === 0) return;
    const thing = c.pick(things);
    this.#frame();
    this.lines.push(`destroy ${this.#name(thing)}`);
    this.subject.destroy(this.#indexes.get(thing)!);
    if (thing.owner !== undefined) {
      const components = componentsOf(thing.owner);
      components.splice(components.indexOf(thing), 1);
    }
    this.#model.kill(thing);
    this.#meetAll();
  }

  async #request(c: Choices): Promise<void> {
    const step = this.#steps.request(c);
    if (step === undefined) return;
    const { method, url, body, expected } = step;
    this.lines.push(`${method} ${url}${body === undefined ? '' : ` ${stringify(body)}`}`);
    const answer = expected();
    const arrived = await this.subject.request(method, url, body === undefined ? undefined : stringify(body));
    this.#compare(answer, arrived.status, arrived.body);
  }

  #compare(expected: Answer, status: number, body: string): void {
    if (status !== expected.status)
      throw new Disagreement(`expected status ${expected.status}, got ${status} ${body}`);
    if (status < 300) this.#mayHaveEvents = true;
    if (expected.body !== undefined) same('the answer', expected.body, parseJson(body));
  }

  /** An action of engine or application code. */
  #engine(c: Choices): void {
    const step = this.#steps.engine(c, (thing) => this.#indexes.get(thing)!);
    if (step === undefined) return;
    this.lines.push(step.text);
    this.#mayHaveEvents = true;
    step.expected();
    step.perform(this.subject);
  }

  async #sameDirt(): Promise<void> {
    const unsaved = await this.subject.unsaved();
    for (const thing of this.#model.registered) {
      const name = `dirty members of ${this.#name(thing)}`;
      same(name, this.#model.dirtyMembers(thing), unsaved.membersOf(thing.handle!.id));
    }
    // A created or moved object is unsaved without an edited member.
    const isEdited = this.#model.registered.some((thing) => this.#model.dirtyMembers(thing).length > 0);
    if (isEdited) same('unsaved', true, unsaved.isUnsaved);
  }

  #frame(): void {
    this.lines.push('-- frame');
    const updates = this.#subscriber.updates(this.subject.frame());
    if (!this.#mayHaveEvents && updates.length > 0)
      throw new Disagreement(`nothing was changed, but events were sent: ${updates.map(({ path }) => path)}`);
    this.#mayHaveEvents = false;
    for (const update of updates) {
      const root = this.#model.registered.find(({ handle }) => handle!.id === update.id);
      if (root === undefined) continue;
      if (update.path === '') this.#subscriber.known.set(update.id, update.value as never);
      else if (!this.#subscriber.apply(update)) throw new Disagreement(`${update.path} is an unknown path`);
    }
    for (const thing of this.#model.registered) {
      const known = this.#subscriber.known.get(thing.handle!.id);
      same(
        `the subscriber value of ${this.#name(thing)}`,
        nameless(this.#model.object(thing, full)),
        nameless(known!),
      );
    }
  }

  /** The subscriber reads all objects after some were added, removed or are shown differently. */
  #meetAll(): void {
    this.subject.frame();
    for (const thing of this.#model.registered)
      this.#subscriber.known.set(thing.handle!.id, this.#model.object(thing, full));
  }

  async #look(c: Choices): Promise<void> {
    const { registered } = this.#model;
    if (c.chance(50)) await this.#lookAt(c.pick(registered));
    const { body } = await this.subject.request('GET', '/exposed/objects');
    const expected = registered.map((thing) => this.#model.object(thing, 1));
    same('the list', expected, (parseJson(body) as { objects: Json }).objects);
  }

  async #lookAt(thing: Thing): Promise<void> {
    const url = `/exposed/object/${thing.handle!.id}`;
    for (const [flag, depth] of [['', 1] as const, ['?nested', full] as const]) {
      const { body } = await this.subject.request('GET', url + flag);
      same(`GET ${this.#name(thing)}${flag}`, this.#model.object(thing, depth), parseJson(body));
    }
    for (const member of Object.keys(typesOf(thing))) {
      const spot: Spot = { root: thing, path: member, thing, member, parts: [] };
      const { body } = await this.subject.request('GET', `${url}/${member}`);
      same(`GET ${this.#name(thing)}/${member}`, this.#model.property(spot), parseJson(body));
    }
  }

  #name(thing: Thing): string {
    return thing.handle?.key ?? `thing ${this.#indexes.get(thing)}`;
  }
}

function same(what: string, expected: Json, got: Json): void {
  if (sameJson(expected, got)) return;
  throw new Disagreement(`${what}\n  expected ${stringify(expected)}\n  got      ${stringify(got)}`);
}

/** Only the event of its own object reports a name; references are updated from it. */
function nameless(json: Json): Json {
  if (Array.isArray(json)) return json.map(nameless);
  if (!isObject(json)) return json;
  const members = Object.entries(json).filter(([name]) => name !== '@name');
  return Object.fromEntries(members.map(([name, value]) => [name, nameless(value)]));
}
