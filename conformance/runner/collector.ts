import type { Envelope, GherkinDocument, Pickle } from '@cucumber/messages';
import { claimsOf, claimsOfComment, type JudgedStep, judgeClaims, ruleOf } from './claims.js';
import type { ScenarioResult } from './verdicts.js';

/** A scenario, or one example of an outline. */
interface Chosen {
  readonly name: string;
  readonly place: string;
  readonly tags: readonly string[];
  readonly steps: ReadonlyMap<string, StepText>;
}

interface StepText {
  readonly text: string;
  readonly claims: readonly string[];
}

interface Running {
  readonly chosen: Chosen;
  readonly startedAt: number;
  readonly steps: ReadonlyMap<string, StepText>;
  readonly judged: JudgedStep[];
  /** Attachments of steps by file name. */
  readonly attached: Map<string, string>;
  failure?: { readonly step: string; readonly message: string };
}

/** Collects results from the messages of a run. */
export class Collector {
  readonly results: ScenarioResult[] = [];
  readonly #pickles = new Map<string, Chosen>();
  readonly #cases = new Map<string, { chosen: Chosen; steps: Map<string, StepText> }>();
  readonly #running = new Map<string, Running>();
  readonly #lines = new Map<string, number>();
  readonly #marks = new Map<string, readonly { line: number; claims: readonly string[] }[]>();
  readonly #onScenario: (result: ScenarioResult, done: number, all: number) => void;

  constructor(onScenario: (result: ScenarioResult, done: number, all: number) => void) {
    this.#onScenario = onScenario;
  }

  /** The selected scenarios. */
  get chosen(): readonly Pick<Chosen, 'name' | 'place' | 'tags'>[] {
    return [...this.#cases.values()].map(({ chosen }) => chosen);
  }

  readonly take = (message: Envelope): void => {
    const { gherkinDocument, pickle, testCase, testCaseStarted, attachment } = message;
    if (gherkinDocument) this.#note(gherkinDocument);
    if (pickle) this.#pickles.set(pickle.id, this.#chosen(pickle));
    if (testCase) {
      const chosen = this.#pickles.get(testCase.pickleId)!;
      const steps = testCase.testSteps.map(
        (step) => [step.id, chosen.steps.get(step.pickleStepId ?? '') ?? hook] as const,
      );
      this.#cases.set(testCase.id, { chosen, steps: new Map(steps) });
    }
    if (testCaseStarted) {
      const { chosen, steps } = this.#cases.get(testCaseStarted.testCaseId)!;
      const startedAt = performance.now();
      this.#running.set(testCaseStarted.id, { chosen, startedAt, steps, judged: [], attached: new Map() });
    }
    if (attachment?.fileName !== undefined)
      this.#running
        .get(attachment.testCaseStartedId ?? '')
        ?.attached.set(attachment.fileName, attachment.body);
    if (message.testStepFinished) this.#stepFinished(message.testStepFinished);
    if (message.testCaseFinished) this.#finished(message.testCaseFinished.testCaseStartedId);
  };

  #note(document: GherkinDocument): void {
    this.#noteLines(document.feature);
    const marks = document.comments.flatMap(({ location: { line }, text }) => {
      const claims = claimsOfComment(text);
      return claims === undefined ? [] : [{ line, claims }];
    });
    this.#marks.set(document.uri ?? '', marks);
  }

  #noteLines(node: unknown): void {
    if (node === null || typeof node !== 'object') return;
    const { id, location } = node as { id?: string; location?: { line: number } };
    if (id !== undefined && location !== undefined) this.#lines.set(id, location.line);
    for (const each of Object.values(node)) {
      if (Array.isArray(each)) for (const item of each) this.#noteLines(item);
      else this.#noteLines(each);
    }
  }

  #chosen({ name, uri, astNodeIds, tags, steps }: Pickle): Chosen {
    const start = this.#lines.get(astNodeIds[0]!) ?? 0;
    const marks = this.#marks.get(uri) ?? [];
    const claimsAt = (line: number) =>
      marks.findLast((mark) => start < mark.line && mark.line < line)?.claims ?? [];
    return {
      name,
      place: `${uri.replaceAll('\\', '/')}:${this.#lines.get(astNodeIds.at(-1)!) ?? 1}`,
      tags: tags.map((tag) => tag.name),
      steps: new Map(
        steps.map(({ id, text, astNodeIds: [node] }) => [
          id,
          { text, claims: claimsAt(this.#lines.get(node!) ?? 0) },
        ]),
      ),
    };
  }

  #stepFinished({
    testCaseStartedId,
    testStepId,
    testStepResult: { status, message },
  }: NonNullable<Envelope['testStepFinished']>): void {
    const running = this.#running.get(testCaseStartedId);
    if (running === undefined) return;
    const step = running.steps.get(testStepId) ?? hook;
    if (status === 'PASSED') {
      if (step !== hook) running.judged.push({ claims: step.claims, status: 'passed' });
      return;
    }
    if (status === 'SKIPPED') {
      running.judged.push({ claims: step.claims, status: 'skipped' });
      return;
    }
    // An answer that violates the API description fails only that rule.
    const isViolation = step === hook && running.attached.has('violations');
    running.judged.push({
      claims: isViolation ? ['VER-1'] : step.claims,
      status: 'failed',
      isAfter: isViolation,
    });
    running.failure ??= { step: step.text, message: withoutStack(message ?? String(status).toLowerCase()) };
  }

  #finished(id: string): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    this.#running.delete(id);
    const { chosen, startedAt, judged, attached, failure } = running;
    const unreachable = attached.get('host-unreachable');
    const claims = judgeClaims(claimsOf(chosen.tags), judged);
    const exchange = attached.get('exchange');
    const reason = attached.get('not-applicable');
    const status =
      failure !== undefined
        ? 'failed'
        : judged.some((step) => step.status === 'skipped')
          ? 'skipped'
          : 'passed';
    const result: ScenarioResult = {
      name: chosen.name,
      place: chosen.place,
      rules: [...new Set(claimsOf(chosen.tags).map(ruleOf))],
      // The claims of a scenario are unknown if the host stopped answering.
      claims:
        unreachable === undefined
          ? claims
          : claims.map(({ claim }) => ({ claim, status: claim === 'ERR-6' ? 'failed' : 'unseen' })),
      status,
      seconds: (performance.now() - startedAt) / 1000,
      ...(status === 'skipped' && reason !== undefined && { reason }),
      ...(unreachable !== undefined && { gone: unreachable }),
      ...(failure !== undefined && { failure: { ...failure, ...(exchange !== undefined && { exchange }) } }),
    };
    this.results.push(result);
    this.#onScenario(result, this.results.length, this.#cases.size);
  }
}

const hook: StepText = { text: 'what follows every scenario', claims: [] };

function withoutStack(message: string): string {
  return message
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')
    .trim();
}
