import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpClient, type Json, toJson } from '../../conformance/client/index.js';

/** Time limit of a request: a late response on a busy machine is not a failure. */
const limitMs = 60_000;
/** Milliseconds between two requests. */
const intervalMs = 300;

/**
 * Makes requests as a remote app does that owns a lamp, and checks that it reads what it has written.
 * @throws Error for a wrong response
 */
export async function visit(url: string, lamp: string, level: number): Promise<void> {
  const http = new HttpClient(url);
  const object = `/exposed/object/${lamp}`;
  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    await pause(intervalMs);
    const options = { limitMs, headers: { 'X-Client-ID': lamp }, ...(body !== undefined && { body }) };
    const { status, text, json } = await http.request(method, path, options);
    assert.equal(status, 200, `${method} ${path} ${toJson(body)}: ${status} ${text.slice(0, 300)}`);
    return json;
  };
  const reads = async (member: string, expected: Json) =>
    assert.equal((await ask('GET', `${object}/${member}`)).value, expected, member);
  try {
    await ask('PUT', `${object}/level`, { value: level });
    await reads('level', level);
    await ask('PUT', object, { value: { level: 0.5, text: `level ${level}` } });
    await reads('text', `level ${level}`);
    await ask('POST', `${object}/level/reset`);
    await reads('level', 1);
    await ask('POST', `${object}/numbers`, { value: level });
    await ask('DELETE', `${object}/numbers`, { index: -1 });
    const sum = await ask('POST', '/exposed/function/Desk/Sum', { args: [level | 0, 1] });
    assert.equal(sum.result, (level | 0) + 1);
    const requests = Array.from({ length: 10 }, (_, id) => ({
      id,
      method: 'PUT',
      path: `${object}/${id % 2 === 0 ? 'level' : 'steps'}`,
      body: { value: id },
    }));
    const { responses } = await ask('POST', '/exposed/batch', { requests });
    assert.deepEqual(
      responses.map((each: Json) => each.status),
      requests.map(() => 200),
    );
    for (const path of ['/exposed/objects', '/exposed/objects?nested', '/exposed/types', '/api/status'])
      await ask('GET', path);
    await ask('POST', '/api/heartbeat');
  } finally {
    http.close();
  }
}
