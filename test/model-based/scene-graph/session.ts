import fc from 'fast-check';
import { type Kind, numbers, type Sequence } from '../check.js';
import { Choices } from '../choices.js';
import { Comparison } from '../comparison.js';
import { usual } from '../mix.js';
import { stringify } from '../model/json.js';
import { Places } from '../steps/places.js';
import type { Request } from '../steps/step.js';
import { Steps } from '../steps/steps.js';
import type { ClassName } from './application.js';
import { GameObject, isInside, Stage, type Thing } from './stage.js';
import { StageSubject } from './subject.js';

const requests = { get: 0, put: 6, putObject: 2, reset: 2, array: 0, call: 0 };

/** The numbers that determine each step. */
type Plan = readonly (readonly number[])[];

export const sceneGraph: Kind<Plan> = {
  plans: fc.array(numbers(30), { minLength: 1, maxLength: 25, size: 'max' }),
  stepsOf: (plan) => plan.length,
  begin: (plan) => new StageSession(plan),
};

/** One run: game objects with components are added, changed, moved and removed on both sides. */
class StageSession implements Sequence {
  readonly subject = new StageSubject();
  readonly lines: string[] = [];
  readonly #plan: Plan;
  readonly #stage = new Stage();
  readonly #steps: Steps;
  readonly #comparison: Comparison;
  #keys = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    const places = new Places(this.#stage);
    this.#steps = new Steps(this.#stage, places, { ...usual, requests });
    this.#comparison = new Comparison(this.#stage, this.subject, places, true);
  }

  get report(): string[] {
    return [...this.lines, ...this.subject.log.slice(-3)];
  }

  stop(): Promise<void> {
    return this.subject.stop();
  }

  async run(): Promise<void> {
    await this.subject.start();
    await this.#addDesk();
    for (const step of this.#plan) {
      const c = new Choices(step);
      const kind = c.among({ request: 4, engine: 3, come: 3, go: 1 });
      if (kind === 'request') await this.#request(c);
      else if (kind === 'engine') this.#engine(c);
      else if (kind === 'come') await this.#come(c);
      else await this.#go(c);
      await this.#comparison.sameDirt();
      if (c.chance(40)) await this.#frame();
      if (c.chance(40)) await this.#comparison.look(c.below(3) + 1);
    }
    await this.#frame();
    await this.#comparison.look(3);
  }

  async #come(c: Choices): Promise<void> {
    const { gameObjects } = this.#stage;
    const kind = c.pick(['gameObject', 'component', 'desk'] as const);
    if (kind === 'desk') return this.#addDesk();
    await this.#frame();
    if (kind === 'gameObject' || gameObjects.length === 0) {
      const thing = this.#addGameObject();
      for (let n = c.below(3); n > 0; n--) this.#addComponent(thing, c);
      if (c.chance(75)) this.#register(thing);
    } else this.#addComponent(c.pick(gameObjects), c);
    this.#meetAll();
  }

  async #addDesk(): Promise<void> {
    await this.#frame();
    this.subject.add('Stage.Desk', undefined);
    this.#register(this.#create('Stage.Desk'));
    this.#meetAll();
  }

  #create<T extends Thing>(className: ClassName | 'GameObjectWithTransform'): T {
    return this.#stage.create<T>(className, this.subject.targets.length - 1);
  }

  #addGameObject(): GameObject {
    const name = `object ${this.subject.targets.length}`;
    this.lines.push(`create a game object "${name}"`);
    const instanceId = this.subject.addGameObject(name);
    return Object.assign(this.#create<GameObject>('GameObjectWithTransform'), { name, instanceId });
  }

  #addComponent(owner: GameObject, c: Choices): void {
    const className = c.pick(['Stage.Rig', 'Stage.Lamp'] as const);
    this.lines.push(`add a ${className} to ${this.#name(owner)}`);
    const instanceId = this.subject.add(className, this.#numberOf(owner));
    const component = this.#create<GameObject['components'][number] & Thing>(className);
    this.#stage.addComponent(owner, component, instanceId);
    if (c.chance(30)) this.#register(component);
  }

  #register(thing: Thing): void {
    const key = `key${this.#keys++}`;
    this.lines.push(`register ${this.#name(thing)} as ${key}`);
    this.#stage.enter(thing, this.subject.register(this.#numberOf(thing), key).id, key);
  }

  async #go(c: Choices): Promise<void> {
    const things = this.#stage.things.filter((each) => 'instanceId' in each);
    if (things.length === 0) return;
    const thing = c.pick(things);
    await this.#frame();
    this.lines.push(`destroy ${this.#name(thing)}`);
    this.subject.destroy(this.#numberOf(thing));
    this.#stage.kill(thing);
    this.#meetAll();
  }

  async #request(c: Choices): Promise<void> {
    const step = c.chance(25) ? this.#reparent(c) : this.#steps.request(c);
    if (step === undefined) return;
    this.lines.push(step.text);
    await this.#comparison.request(step, await step.expected());
  }

  #reparent(c: Choices): Request {
    const { registry } = this.#stage;
    const object = c.pick(registry.all);
    const { id, key } = c.pick(registry.all);
    const parentId = c.chance(25) ? null : c.chance(5) ? 'nobody' : c.pick([key!, id]);
    const [method, url, body] = ['PUT', `/exposed/object/${object.key}/@parent`, { parentId }];
    const expected = () => this.#stage.reparent(object, parentId);
    return { text: `${method} ${url} ${stringify(body)}`, method, url, body, expected };
  }

  /** An action of engine or application code. */
  #engine(c: Choices): void {
    const kind = c.pick(['name', 'active', 'transform', 'parent', 'level'] as const);
    const things = this.#stage.things.filter((each) => kind in each);
    if (things.length === 0) return;
    const thing = c.pick(things);
    if (thing instanceof GameObject && kind === 'parent') return this.#move(thing, c);
    const value = {
      name: c.pick(['Vera', 'Otto']),
      active: c.chance(50),
      transform: {
        position: { x: c.below(3), y: 0, z: 0 },
        rotation: { x: 0, y: 0, z: 0, w: 1 },
        scale: { x: 1, y: 1, z: 1 },
      },
      level: c.pick([0.5, 3, 4]),
    }[kind as Exclude<typeof kind, 'parent'>];
    this.lines.push(`${this.#name(thing)}.${kind} = ${JSON.stringify(value)}`);
    this.#comparison.mayHaveEvents = true;
    Reflect.set(thing, kind, value);
    const target = this.subject.targets[this.#numberOf(thing)]!;
    Reflect.set(target, kind === 'active' ? 'activeSelf' : kind, value);
  }

  #move(thing: GameObject, c: Choices): void {
    const parent = c.chance(30) ? undefined : c.pick(this.#stage.gameObjects);
    if (isInside(parent, thing)) return;
    this.lines.push(`${this.#name(thing)} under ${parent === undefined ? 'nothing' : this.#name(parent)}`);
    this.#comparison.mayHaveEvents = true;
    thing.parent = parent;
    this.subject.setParent(this.#numberOf(thing), parent && this.#numberOf(parent));
  }

  async #frame(): Promise<void> {
    this.lines.push('-- frame');
    await this.#comparison.frame();
  }

  /** The subscriber reads all objects after some were added, removed or are shown differently. */
  #meetAll(): void {
    this.subject.frame();
    for (const object of this.#stage.registry.all) this.#comparison.meet(object);
  }

  #numberOf(thing: Thing): number {
    return this.#stage.numbers.get(thing)!;
  }

  #name(thing: Thing): string {
    return this.#stage.registry.byTarget(thing)?.key ?? `thing ${this.#numberOf(thing)}`;
  }
}
