import fc from 'fast-check';
import { type Kind, numbers, type Sequence } from './check.js';
import { Choices } from './choices.js';
import { Comparison } from './comparison.js';
import { Disagreement } from './disagreement.js';
import { drawMix, type Mix } from './mix.js';
import { type Json, parseJson, stringify } from './model/json.js';
import { type Answer, Model } from './model/model.js';
import { Places } from './steps/places.js';
import type { Request, Step } from './steps/step.js';
import { Steps } from './steps/steps.js';
import { Subject } from './subject/subject.js';
import { compile, nobody } from './table/evaluate.js';
import { type ClassNumbers, generateTable } from './table/generate.js';
import { sourceOf } from './table/source.js';
import { keys, type Table } from './table/spec.js';

/** The values that determine a run. */
interface Plan {
  readonly mix: readonly number[];
  readonly classes: readonly ClassNumbers[];
  readonly objects: readonly (readonly number[])[];
  readonly steps: readonly (readonly number[])[];
}

export const classes: Kind<Plan> = {
  plans: fc.record({
    mix: numbers(60),
    classes: fc.array(
      fc.record({
        shape: numbers(16),
        members: fc.array(numbers(10), { minLength: 1, maxLength: 6, size: 'max' }),
        functions: fc.array(numbers(14), { maxLength: 2, size: 'max' }),
      }),
      { minLength: 1, maxLength: 4, size: 'max' },
    ),
    objects: fc.array(numbers(3), { minLength: 1, maxLength: 3, size: 'max' }),
    steps: fc.array(numbers(30), { minLength: 1, maxLength: 20, size: 'max' }),
  }),
  stepsOf: ({ steps }) => steps.length,
  begin: (plan) => new Session(plan),
};

/** One run: the same application twice, one copy behind the service and one in the model. */
class Session implements Sequence {
  readonly table: Table;
  readonly subject: Subject;
  readonly model: Model;
  readonly lines: string[] = [];
  readonly #plan: Plan;
  readonly #places: Places;
  readonly #mix: Mix;
  readonly #comparison: Comparison;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#mix = drawMix(new Choices(plan.mix));
    this.table = generateTable(plan.classes, this.#mix);
    const make = compile(this.table);
    this.subject = new Subject(make);
    const app = {};
    this.model = new Model(this.table, make(nobody, app), app);
    this.#places = new Places(this.model);
    this.#comparison = new Comparison(this.model, this.subject, this.#places);
    for (const [index, numbers] of plan.objects.entries()) this.#register(index, new Choices(numbers));
    for (const cls of this.model.schema.classes.filter(({ spec }) => spec.kind === 'static')) {
      const id = this.subject.staticId(cls.name);
      this.model.register(cls.constructorFunction, cls, { id, key: cls.name, name: cls.name });
    }
  }

  get report(): string[] {
    return [sourceOf(this.table), ...this.lines, ...this.subject.log.slice(-3)];
  }

  stop(): Promise<void> {
    return this.subject.stop();
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

  /** The event arrives at the end of the frame, so the frame ends before the subscriber reads. */
  async #registerLate(c: Choices): Promise<void> {
    const known = this.model.registry.all.length;
    await this.#frame();
    const index = keys.findIndex((key) => this.model.registry.resolve(key) === undefined);
    if (index < 0) return;
    this.#register(index, c);
    for (const object of this.model.registry.all.slice(known)) this.#comparison.meet(object);
  }

  /** Others may have shown a reference to it, so the subscriber reads them again. */
  async #unregister(c: Choices): Promise<void> {
    const objects = this.model.registry.all.filter(({ class: { spec } }) => spec.kind !== 'static');
    if (objects.length < 2) return;
    await this.#frame();
    const object = c.pick(objects);
    if (!this.model.unregister(object)) return;
    this.lines.push(`service.objects.unregister(${object.name})`);
    const { service } = this.subject;
    service.objects.unregister(service.objects.resolve(object.id)!);
    for (const each of this.model.registry.all) this.#comparison.meet(each);
  }

  async run(): Promise<void> {
    await this.subject.start();
    for (const object of this.model.registry.all) {
      this.#comparison.meet(object);
    }
    const steps = new Steps(this.model, this.#places, this.#mix);
    for (const step of this.#plan.steps) {
      const c = new Choices(step);
      const looks = c.below(4);
      const endsFrame = c.chance(50);
      const kind = c.among(this.#mix.steps);
      if (kind === 'batch') await this.#batch(steps, c);
      else if (kind === 'register') await this.#registerLate(c);
      else if (kind === 'unregister') await this.#unregister(c);
      else {
        const step = kind === 'engine' ? steps.engine(c) : steps.request(c);
        if (step !== undefined) await this.#step(step, looks);
      }
      if (looks >= 1) await this.#comparison.look(looks);
      if (endsFrame) await this.#frame();
    }
    await this.#frame();
    await this.#comparison.look(3);
  }

  async #step(step: Step, looks: number): Promise<void> {
    this.lines.push(step.text);
    if ('perform' in step) {
      this.#comparison.mayHaveEvents = true;
      const expected = step.expected();
      this.#comparison.same('whether it was done', expected, step.perform(this.subject));
      // A read gives the current value even before a change is reported.
      if (looks >= 2) await this.#comparison.look(looks);
      step.tell?.(this.subject);
    } else {
      await this.#comparison.request(step, await step.expected());
    }
    await this.#comparison.sameDirt();
  }

  /** Items are drawn in order, because each depends on the results of the previous ones. */
  async #batch(steps: Steps, c: Choices): Promise<void> {
    const items: { request: Request; expected: Answer }[] = [];
    for (let n = 1 + c.below(3); n > 0; n--) {
      const request = steps.request(c, true);
      if (request !== undefined) items.push({ request, expected: await request.expected() });
    }
    const requests = items.map(({ request: { method, url, body } }, id) => ({
      id,
      method,
      path: url,
      ...(body !== undefined && { body }),
    }));
    this.lines.push(`POST /exposed/batch ${stringify({ requests })}`);
    const { status, body } = await this.subject.request('POST', '/exposed/batch', stringify({ requests }));
    if (status !== 200) throw new Disagreement(`expected status 200, got ${status} ${body}`);
    const { responses } = parseJson(body) as { responses: { status: number; body: Json }[] };
    for (const [i, { request, expected }] of items.entries()) {
      const { status, body } = responses[i]!;
      this.#comparison.answer(request, expected, { status, body: stringify(body) });
    }
    await this.#comparison.sameDirt();
  }

  async #frame(): Promise<void> {
    this.lines.push('-- frame');
    await this.#comparison.frame();
  }
}
