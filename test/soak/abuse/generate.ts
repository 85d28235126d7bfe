import { type AbuseCase, type Expectation, type RequestParts, requestBytes } from './abuse-case.js';
import { requestErrors } from './errors.js';
import { type Operation, type Random, randomOf, requestOf } from './requests.js';

/** The case of a seed: an operation of docs/openapi.yaml with up to three errors. */
export function generateCase(operations: readonly Operation[], seed: number): AbuseCase {
  const random = randomOf(seed);
  const operation = random.pick(operations);
  const errors: string[] = [];
  let parts = requestOf(operation, random);
  let expects: Expectation = 'answers';
  for (let left = random.below(4); left > 0; left--) {
    const [name, addError] = random.pick(Object.entries(requestErrors));
    const mutated = addError(parts, random);
    if (mutated === undefined) continue;
    errors.push(name);
    parts = mutated.parts;
    if (mutated.isNoHttp) expects = 'answer-or-close';
  }
  return delivered(`generated ${seed}: ${[operation.id, ...errors].join(', ')}`, parts, expects, random);
}

/** Mostly sends everything at once, sometimes as bad clients and networks do it. */
function delivered(name: string, parts: RequestParts, expects: Expectation, random: Random): AbuseCase {
  const bytes = requestBytes(parts);
  // The function of the application fails and reports it.
  const allows = /fail/i.test(parts.target) ? [500] : [];
  const whole: AbuseCase = {
    name,
    requests: 1,
    manner: 'reads',
    expects,
    allows,
    pieces: [bytes],
  };
  const cut = random.below(bytes.length);
  switch (random.below(14)) {
    case 0:
      return { ...whole, name: `${name}, in two`, pieces: [bytes.subarray(0, cut), 20, bytes.subarray(cut)] };
    case 1: {
      if (expects !== 'answers') return whole;
      const requests = 2 + random.below(6);
      const all = Buffer.concat(Array<Buffer>(requests).fill(bytes));
      return { ...whole, name: `${name}, pipelined`, pieces: [all], requests };
    }
    case 2:
      return {
        ...whole,
        name: `${name}, cut off`,
        pieces: [bytes.subarray(0, cut)],
        manner: 'resets',
        expects: 'nothing',
      };
    case 3:
      return { ...whole, name: `${name}, half-closed`, manner: 'half-closes' };
    case 4:
      return { ...whole, name: `${name}, never read`, manner: 'never reads', expects: 'nothing' };
    case 5:
      return { ...whole, name: `${name}, read slowly`, manner: 'reads slowly' };
    default:
      return whole;
  }
}
