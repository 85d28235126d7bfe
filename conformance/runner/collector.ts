import type { Envelope } from '@cucumber/messages';
import { rulesOf } from './rules.js';
import type { ScenarioResult } from './verdicts.js';

interface Running {
  readonly name: string;
  readonly place: string;
  readonly tags: readonly string[];
  readonly startedAt: number;
  readonly steps: ReadonlyMap<string, string>;
  status: ScenarioResult['status'];
  failure?: { step: string; message: string; exchange?: string };
  exchange?: string;
}

/** Makes results of the messages of a run: a run is a stream of envelopes. */
export class Collector {
  readonly results: ScenarioResult[] = [];
  readonly #pickles = new Map<
    string,
    { name: string; place: string; tags: string[]; steps: Map<string, string> }
  >();
  readonly #cases = new Map<string, { pickle: string; steps: Map<string, string> }>();
  readonly #running = new Map<string, Running>();
  readonly #lines = new Map<string, number>();
  readonly #onScenario: (result: ScenarioResult, done: number, all: number) => void;

  constructor(onScenario: (result: ScenarioResult, done: number, all: number) => void) {
    this.#onScenario = onScenario;
  }

  /** Scenarios that are chosen. */
  get chosen(): readonly {
    readonly name: string;
    readonly place: string;
    readonly tags: readonly string[];
  }[] {
    return [...this.#cases.values()].map(({ pickle }) => this.#pickles.get(pickle)!);
  }

  readonly take = (message: Envelope): void => {
    if (message.gherkinDocument) this.#noteLines(message.gherkinDocument.feature);
    if (message.pickle) {
      const { id, name, uri, astNodeIds, tags, steps } = message.pickle;
      const line = this.#lines.get(astNodeIds.at(-1)!) ?? 1;
      this.#pickles.set(id, {
        name,
        place: `${uri.replaceAll('\\', '/')}:${line}`,
        tags: tags.map((tag) => tag.name),
        steps: new Map(steps.map((step) => [step.id, step.text])),
      });
    }
    if (message.testCase) {
      const { id, pickleId, testSteps } = message.testCase;
      const texts = this.#pickles.get(pickleId)!.steps;
      const steps = testSteps.map((step) => [step.id, texts.get(step.pickleStepId ?? '') ?? 'hook'] as const);
      this.#cases.set(id, { pickle: pickleId, steps: new Map(steps) });
    }
    if (message.testCaseStarted)
      this.#started(message.testCaseStarted.id, message.testCaseStarted.testCaseId);
    if (message.attachment?.fileName === 'exchange' && message.attachment.testCaseStartedId !== undefined) {
      const running = this.#running.get(message.attachment.testCaseStartedId);
      if (running) running.exchange = message.attachment.body;
    }
    if (message.testStepFinished) this.#stepFinished(message.testStepFinished);
    if (message.testCaseFinished) this.#finished(message.testCaseFinished.testCaseStartedId);
  };

  #noteLines(node: unknown): void {
    if (node === null || typeof node !== 'object') return;
    const { id, location } = node as { id?: string; location?: { line: number } };
    if (id !== undefined && location !== undefined) this.#lines.set(id, location.line);
    for (const each of Object.values(node)) {
      if (Array.isArray(each)) for (const item of each) this.#noteLines(item);
      else this.#noteLines(each);
    }
  }

  #started(id: string, testCaseId: string): void {
    const { pickle, steps } = this.#cases.get(testCaseId)!;
    const { name, place, tags } = this.#pickles.get(pickle)!;
    this.#running.set(id, { name, place, tags, startedAt: performance.now(), steps, status: 'passed' });
  }

  #stepFinished({
    testCaseStartedId,
    testStepId,
    testStepResult,
  }: NonNullable<Envelope['testStepFinished']>): void {
    const running = this.#running.get(testCaseStartedId);
    if (running === undefined || testStepResult.status === 'PASSED') return;
    if (testStepResult.status === 'SKIPPED') {
      if (running.status === 'passed') running.status = 'skipped';
      return;
    }
    if (running.status === 'failed') return;
    running.status = 'failed';
    const message = testStepResult.message ?? String(testStepResult.status).toLowerCase();
    running.failure = { step: running.steps.get(testStepId) ?? '', message: withoutStack(message) };
  }

  #finished(id: string): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    this.#running.delete(id);
    const { name, place, tags, status, failure, exchange, startedAt } = running;
    const result: ScenarioResult = {
      name,
      place,
      rules: rulesOf(tags),
      status,
      seconds: (performance.now() - startedAt) / 1000,
      ...(failure !== undefined && { failure: { ...failure, ...(exchange !== undefined && { exchange }) } }),
    };
    this.results.push(result);
    this.#onScenario(result, this.results.length, this.#cases.size);
  }
}

function withoutStack(message: string): string {
  return message
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')
    .trim();
}
