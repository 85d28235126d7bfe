// Caches the code that V8 compiled for the bundle while the demo scene ran (bin/bundle.mjs). Runs in its own
// process: node scripts/code-cache.mjs FILE
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeCacheFile, codeCacheOf, compile, evaluate } from '../bin/bundle.mjs';

const [file] = process.argv.slice(2);
const project = mkdtempSync(join(tmpdir(), 'sim-host-build-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));

const words = [
  '--scene',
  'scenes/demo.yaml',
  '--port',
  '0',
  '--json',
  '--log-level',
  'none',
  '--project',
  project,
];
process.argv = [process.execPath, 'sim-host', ...words];
const source = readFileSync(file, 'utf8');
const script = compile(file, source);
const listening = firstLine(process.stdout);
evaluate(file, script);
const { url } = JSON.parse(await listening);
for (const path of ['/', '/api/status', '/exposed/objects', '/exposed/object/key-light/intensity'])
  await fetch(url + path);
const cache = codeCacheOf(file, source);
writeFileSync(`${cache}.new`, codeCacheFile(script.createCachedData()), { flush: true });
renameSync(`${cache}.new`, cache);
process.exit(0);

/** Captures the first line written and prints nothing. */
function firstLine(stream) {
  return new Promise((resolve) => {
    let text = '';
    stream.write = (chunk, encoding, done) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.split('\n')[0]);
      (typeof encoding === 'function' ? encoding : done)?.();
      return true;
    };
  });
}
