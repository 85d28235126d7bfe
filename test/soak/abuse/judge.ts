import { homedir, tmpdir } from 'node:os';
import { simHostRoot } from '../../../conformance/client/index.js';
import type { AbuseCase } from './abuse-case.js';
import type { Received } from './send.js';

/** Messages of the operating system and the runtime. */
const errno =
  /\b(?:ENOENT|EACCES|EISDIR|ENOTDIR|EEXIST|EPERM|ELOOP|ENAMETOOLONG|EINVAL|EMFILE|ENOSPC|EXDEV|EBUSY|ENOTEMPTY)\b/;
const stack = /\bat (?:\S+ )?\(?(?:file:\/\/|node:internal)|node_modules\//;

/** Data that no answer may contain. @param project folder of the project of the host */
function leakIn(text: string, project: string): string | undefined {
  const places = [project, simHostRoot, homedir(), tmpdir()].filter((place) => place.length > 1);
  const place = places.find((each) => text.includes(each));
  if (place !== undefined) return `a path of the machine: ${around(text, text.indexOf(place))}`;
  const found = errno.exec(text) ?? stack.exec(text);
  return found === null ? undefined : `a text of the system: ${around(text, found.index)}`;
}

function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 100));
}

/** The answers with their heads. */
export function answersIn(text: string): { readonly status: number; readonly text: string }[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .map((each) => ({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(each)?.[1]), text: each }))
    .filter(({ status }) => status >= 200);
}

/** The error in what the client of a case has received; undefined if there is none. */
export function judge(abuse: AbuseCase, { text, isClosed }: Received, project: string): string | undefined {
  const { allows = [], statuses, requests, expects } = abuse;
  const answers = answersIn(text);
  for (const each of answers) {
    // 505 reports an unsupported version of HTTP, which is an error of the client.
    const isFailure = each.status >= 500 && each.status !== 505 && !allows.includes(each.status);
    if (isFailure) return each.text.slice(0, 500);
    const isJson = /^content-type: [^\r\n]*\bjson\b/im.test(each.text);
    const leak = isJson ? leakIn(each.text, project) : undefined;
    if (leak !== undefined) return `${each.status} with ${leak}`;
  }
  const [first] = answers;
  if (first !== undefined && statuses?.includes(first.status) === false)
    return `status ${first.status} where ${statuses.join(' or ')} was due`;
  if (expects === 'nothing' || answers.length >= requests) return undefined;
  if (expects === 'answer-or-close' && (isClosed || answers.length > 0)) return undefined;
  // A server that refused a request need not read later ones.
  if (isClosed && (answers.at(-1)?.status ?? 0) >= 400) return undefined;
  const came = `${answers.length} of ${requests} answers`;
  return isClosed ? `closed after ${came}` : `${came} in time`;
}
