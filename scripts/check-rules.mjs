// Every tag of a scenario is a rule of conformance/rules.yaml; rules without a scenario are listed.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const rules = new Set(parse(readFileSync('conformance/rules.yaml', 'utf8')).map(({ id }) => id));
const files = filesIn('features', '.feature');
const tagged = new Set();
let mistakes = 0;
for (const file of files) {
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((line, i) => {
      if (!/^\s*@/.test(line)) return;
      for (const [, tag] of line.matchAll(/@([A-Z]{3}-\d+)/g)) {
        tagged.add(tag);
        if (rules.has(tag)) continue;
        mistakes++;
        console.error(`${file}:${i + 1}: @${tag} is no rule of conformance/rules.yaml`);
      }
    });
}
for (const file of filesIn('src', '.test.ts')) {
  for (const [, rule] of readFileSync(file, 'utf8').matchAll(/\b([A-Z]{3}-\d+)\b/g)) {
    if (rules.has(rule)) tagged.add(rule);
  }
}
const untested = [...rules].filter((id) => !tagged.has(id));
console.log(`${tagged.size} of ${rules.size} rules are named by a scenario or a unit test`);
if (untested.length > 0) console.log(`without one: ${untested.join(', ')}`);
process.exitCode = mistakes === 0 ? 0 : 1;

function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file}`);
}
