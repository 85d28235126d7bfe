import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { type Exchange, harnessRoot, type StreamEvent } from '../../conformance/client/index.js';

interface Operation {
  readonly responses: Readonly<Record<string, { $ref?: string; content?: Record<string, unknown> }>>;
  readonly requestBody?: { $ref: string };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const source = 'openapi.yaml';
const description = parse(readFileSync(join(harnessRoot, 'docs', source), 'utf8')) as Description;

// Only bodies are validated; the rest of the document is used to find their schemas.
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
ajv.addSchema({ $id: source, ...description });
// Other hosts may send more members and omit those that docs/spec/wire.md marks "(ours)".
const foreignSource = 'openapi-of-others.yaml';
ajv.addSchema({ $id: foreignSource, ...(relaxed(description) as Description) });
const validators = new Map<string, ValidateFunction>();

/** Makes `x-ours` members optional and allows undescribed members. */
function relaxed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(relaxed);
  if (node === null || typeof node !== 'object') return node;
  const { properties = {} } = node as { properties?: Record<string, { 'x-ours'?: boolean }> };
  const kept = Object.entries(node).filter(
    ([name, value]) => name !== 'additionalProperties' || value !== false,
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'required' && Array.isArray(value)
        ? value.filter((each) => properties[each]?.['x-ours'] !== true)
        : relaxed(value),
    ]),
  );
}

/** Literal paths before parameterized ones, and paths with a suffix before those without. */
const routes = Object.keys(description.paths)
  .map((path) => ({
    path,
    pattern: new RegExp(
      `^${path.replace(/[.]/g, '\\.').replace('{id}', '[^/]+').replace('{path}', '.+')}/?$`,
      'i',
    ),
  }))
  .sort((a, b) => rank(b.path) - rank(a.path));

function rank(path: string): number {
  return (path.includes('{') ? 0 : 1000) + path.split('/').length;
}

/**
 * Describes how an exchange violates the API description (VER-1); of other hosts only successful answers are checked.
 */
export function contractViolation(
  { method, path, body, answer }: Exchange,
  isForeign: boolean,
): string | undefined {
  if (isForeign && answer.status >= 400) return undefined;
  // The raw path is used, because `URL` would resolve `/..` and the host does not.
  const pathname = path.replace(/[?#].*$/s, '');
  if (pathname.startsWith('/control/')) return undefined;
  // A percent-encoded path is answered like its decoded form.
  const meant = answer.status < 400 ? decoded(pathname) : pathname;
  const route = routes.find(({ pattern }) => pattern.test(meant));
  const operation = route && description.paths[route.path]![method.toLowerCase()];
  if (operation === undefined) return unlisted(method, answer.status);
  const at = `${pointer('paths')}/${pointer(route!.path)}/${method.toLowerCase()}`;
  const response = operation.responses[String(answer.status)];
  if (response === undefined) {
    // Any route may answer with these.
    return answer.status === 405 || answer.status === 431
      ? undefined
      : `${method} ${route!.path} is not described to answer ${answer.status}`;
  }
  const sent = operation.requestBody;
  // An empty body counts as no body.
  if (answer.status === 200 && sent !== undefined && body !== undefined && body.length > 0) {
    const schema = `${sent.$ref}/content/application~1json/schema`;
    const text = body.toString();
    const accepted = route!.path === '/exposed/batch' ? acceptedItems(text, answer.text) : text;
    const wrong = violation(schema, accepted, isForeign);
    if (wrong !== undefined)
      return `${method} ${route!.path} accepted a body that is not described: ${wrong}`;
  }
  const base = response.$ref ?? `#/${at}/responses/${answer.status}`;
  const isJson = response.$ref !== undefined || response.content?.['application/json'] !== undefined;
  if (!isJson) return undefined;
  const wrong = violation(`${base}/content/application~1json/schema`, answer.text, isForeign);
  return wrong && `${answer.status} of ${method} ${route!.path}: ${wrong}`;
}

/** A batch is accepted, whatever its items return. */
function acceptedItems(body: string, answer: string): string {
  const { requests } = JSON.parse(body);
  const { responses } = JSON.parse(answer);
  return JSON.stringify({ requests: requests.filter((_: unknown, i: number) => responses[i].status < 400) });
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

export function eventViolation({ data }: StreamEvent, isForeign: boolean): string | undefined {
  const wrong = violation(
    '#/components/schemas/StreamEvent',
    JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    isForeign,
  );
  return wrong && `event ${data.type}: ${wrong}`;
}

/** An undescribed route or method must not succeed. */
function unlisted(method: string, status: number): string | undefined {
  const isFine = ['OPTIONS', 'HEAD'].includes(method) || status >= 400;
  return isFine ? undefined : `${method} answered ${status}, and is not described`;
}

function violation(ref: string, text: string, isForeign: boolean): string | undefined {
  const whole = `${isForeign ? foreignSource : source}${ref}`;
  let validate = validators.get(whole);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: whole });
    validators.set(whole, validate);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

function pointer(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
