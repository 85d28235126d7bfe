// Holds rules, scenarios and the committed inventory together: every tag is a rule, every rule has a scenario or a written
// excuse, and conformance/inventory.yaml lists which scenarios prove which rule. `--write` brings the inventory up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

const inventoryFile = 'conformance/inventory.yaml';
const rules = parse(readFileSync('conformance/rules.yaml', 'utf8'));
const ids = new Set(rules.map(({ id }) => id));
const proofs = new Map(rules.map(({ id }) => [id, []]));
const mistakes = [];

for (const file of readdirSync('features', { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.feature'))
  .sort()) {
  let tags = [];
  readFileSync(`features/${file}`, 'utf8')
    .split('\n')
    .forEach((line, i) => {
      const trimmed = line.trim();
      if (trimmed.startsWith('@')) {
        tags = trimmed.split(/\s+/).flatMap((tag) => /^@([A-Z]{3}-\d+)$/.exec(tag)?.[1] ?? []);
        for (const tag of tags)
          if (!ids.has(tag)) mistakes.push(`features/${file}:${i + 1}: @${tag} is no rule`);
        return;
      }
      const scenario = /^Scenario(?: Outline)?: (.+)$/.exec(trimmed)?.[1];
      if (scenario === undefined) return;
      for (const tag of tags) proofs.get(tag)?.push(`${file}: ${scenario}`);
      tags = [];
    });
}

for (const { id, excuse } of rules) {
  if (proofs.get(id).length === 0 && excuse === undefined)
    mistakes.push(`${id} has neither a scenario nor an excuse`);
  if (proofs.get(id).length > 0 && excuse !== undefined) mistakes.push(`${id} has a scenario and an excuse`);
}

const head =
  '# Which scenarios prove which rule; written by `node scripts/check-rules.mjs --write`, and compared in CI.\n';
const inventory = head + stringify(Object.fromEntries(proofs), { lineWidth: 0 });
if (process.argv.includes('--write')) writeFileSync(inventoryFile, inventory);
else if (readFileSync(inventoryFile, 'utf8') !== inventory) {
  mistakes.push(
    `${inventoryFile} is not up to date: run node scripts/check-rules.mjs --write and look at the difference`,
  );
}

for (const mistake of mistakes) console.error(mistake);
const proved = [...proofs.values()].filter((scenarios) => scenarios.length > 0).length;
console.log(`${proved} of ${ids.size} rules are proved by scenarios, ${ids.size - proved} are excused`);
process.exitCode = mistakes.length === 0 ? 0 : 1;
