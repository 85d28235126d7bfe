// One start as by a new user: `npm start`, the address, a GET, a PUT with its event, and a clean end by SIGTERM,
// without warnings.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { killTree, lastLines } from '../run.mjs';

/** Problem reports of V8, Node.js or the host; npm output is ignored. */
const complaints = /^(Error\b|\(node:\d+\) .*Warning:).*/m;

/**
 * @param {{command: string, args: string[], cwd: string, env: object}} start
 * @returns {Promise<string>} the server that the host reports
 * @throws Error with the output of the host
 */
export async function smoke({ command, args, cwd, env }, limitS = 180) {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
    errors += chunk;
  });
  child.stdout.on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  const timer = setTimeout(() => {
    output += `\nkilled: it had not ended after ${limitS} s`;
    killTree(child);
  }, limitS * 1000);
  try {
    const { url, pid, server } = await listening(child, closed);
    await use(url);
    process.kill(pid, 'SIGTERM');
    const [code] = await closed;
    if (code !== 0) throw new Error(`it ended with ${code} after SIGTERM`);
    const complaint = errors.match(complaints);
    if (complaint !== null) throw new Error(`it printed an error: ${complaint[0]}`);
    return server;
  } catch (error) {
    throw new Error(`${error.message}\n${lastLines(output, 12)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    killTree(child);
  }
}

/** Earlier output belongs to the build that `npm start` runs first. */
function listening(child, closed) {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{"event":"listening"')) resolve(JSON.parse(line));
    });
    closed.then(([code]) => reject(new Error(`it ended with ${code} before it listened`)), reject);
  });
}

/** @throws Error if an answer differs from that of the demo scene */
async function use(url) {
  const path = '/exposed/object/key-light/intensity';
  const before = await answer(url + path);
  if (typeof before.value !== 'number') throw new Error(`GET ${path}: ${JSON.stringify(before)}`);
  const stopped = new AbortController();
  const stream = await fetch(`${url}/api/stream`, { signal: AbortSignal.any([stopped.signal, limit()]) });
  const value = before.value + 0.25;
  const written = await answer(url + path, { method: 'PUT', body: JSON.stringify({ value }) });
  if (written.value !== value) throw new Error(`PUT ${path}: ${JSON.stringify(written)}`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('"path":"intensity"')) break;
  }
  stopped.abort();
  if (!text.includes(`"value":${value}`)) throw new Error(`the stream brought ${text}`);
}

async function answer(url, init = {}) {
  const response = await fetch(url, { ...init, signal: limit() });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

function limit() {
  return AbortSignal.timeout(20_000);
}
