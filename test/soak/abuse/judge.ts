import { homedir, tmpdir } from 'node:os';
import { simHostRoot } from '../../../conformance/client/index.js';
import type { AbuseCase, Outcome, RawAnswer } from './abuse-case.js';

/** Messages of the operating system and the runtime. */
const errno =
  /\b(?:ENOENT|EACCES|EISDIR|ENOTDIR|EEXIST|EPERM|ELOOP|ENAMETOOLONG|EINVAL|EMFILE|ENOSPC|EXDEV|EBUSY|ENOTEMPTY)\b/;
const stack = /\bat (?:\S+ )?\(?(?:file:\/\/|node:internal)|node_modules\//;

/** Data that no answer may contain. @param project folder of the project of the host */
export function leakIn(text: string, project: string): string | undefined {
  const places = [project, simHostRoot, homedir(), tmpdir()].filter((place) => place.length > 1);
  const place = places.find((each) => text.includes(each));
  if (place !== undefined) return `a path of the machine: ${around(text, text.indexOf(place))}`;
  const found = errno.exec(text) ?? stack.exec(text);
  return found === null ? undefined : `a text of the system: ${around(text, found.index)}`;
}

function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 100));
}

/** The error in the outcome of a case; undefined if there is none. */
export function judge(abuse: AbuseCase, outcome: Outcome, project: string): string | undefined {
  const { answers, isClosed, rest, isEndless, ms, error } = outcome;
  if (error !== undefined) return `there was no connection: ${error}`;
  for (const answer of answers) {
    const wrong = wrongAnswer(abuse, answer, project);
    if (wrong !== undefined) return wrong;
  }
  if (abuse.statuses !== undefined && answers.length > 0 && !abuse.statuses.includes(answers[0]!.status))
    return `status ${answers[0]!.status} where ${abuse.statuses.join(' or ')} was due`;
  if (abuse.expects === 'nothing' || answers.length >= abuse.methods.length) return undefined;
  if (abuse.expects === 'head' && rest.length > 0) return undefined;
  if (abuse.expects === 'answer-or-close' && (isClosed || isEndless || answers.length > 0)) return undefined;
  // A server that refused a request need not read later ones.
  if (isClosed && (answers.at(-1)?.status ?? 0) >= 400) return undefined;
  const came = `${answers.length} of ${abuse.methods.length} answers`;
  return isClosed ? `closed after ${came}` : `${came} after ${Math.round(ms)} ms`;
}

function wrongAnswer({ allows = [] }: AbuseCase, answer: RawAnswer, project: string): string | undefined {
  const { status, body } = answer;
  const text = Buffer.from(body).toString();
  if (status < 200 || status > 599) return `status ${status}`;
  // 505 reports an unsupported version of HTTP, which is an error of the client.
  if (status >= 500 && status !== 505 && !allows.includes(status)) return `${status} ${text.slice(0, 300)}`;
  const type = answer.headers.get('content-type') ?? '';
  const isJson = /\bjson\b/.test(type);
  const leak = isJson ? leakIn(text, project) : undefined;
  if (leak !== undefined) return `${status} with ${leak}`;
  if (isJson && body.length > 0 && !isJsonText(text))
    return `${status} with a body that is no JSON: ${text.slice(0, 200)}`;
  return undefined;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
