// Holds rules, scenarios and the committed inventory together: every tag is a rule or a part of one, every rule and every part
// has a scenario or a written excuse, what a comment above a step claims is among the tags, what is remembered is used, and
// conformance/inventory.yaml lists which scenarios prove what. `--write` brings the inventory up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

const inventoryFile = 'conformance/inventory.yaml';
const rules = parse(readFileSync('conformance/rules.yaml', 'utf8'));
const claims = rules.flatMap(({ id, parts = {} }) => [
  id,
  ...Object.keys(parts).map((letter) => `${id}.${letter}`),
]);
const proofs = new Map(claims.map((claim) => [claim, []]));
const mistakes = [];

for (const file of readdirSync('features', { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.feature'))
  .sort())
  readFeature(file, readFileSync(`features/${file}`, 'utf8').split('\n'));

function readFeature(file, lines) {
  let tags = [];
  let scenario;
  let remembered = new Map();
  const endScenario = () => {
    for (const [name, line] of remembered)
      mistakes.push(`features/${file}:${line}: "${name}" is remembered and never used`);
    remembered = new Map();
  };
  lines.forEach((line, i) => {
    const at = `features/${file}:${i + 1}`;
    const trimmed = line.trim();
    if (trimmed.startsWith('@')) tags.push(...claimsIn(trimmed, at));
    if (trimmed === 'Examples:') {
      for (const tag of tags) proofs.get(tag)?.push(`${file}: ${scenario.name}`);
      scenario.tags.push(...tags);
      tags = [];
      return;
    }
    const name = /^(?:Scenario(?: Outline)?|Feature|Background): ?(.*)$/.exec(trimmed);
    if (name !== null) {
      endScenario();
      scenario = trimmed.startsWith('Scenario') ? { name: name[1], tags } : undefined;
      if (scenario !== undefined) for (const tag of tags) proofs.get(tag)?.push(`${file}: ${name[1]}`);
      tags = [];
      return;
    }
    if (/^#( @[A-Z]{3}-\d+(\.[a-z])?)+$/.test(trimmed))
      for (const claim of claimsIn(trimmed.slice(1), at))
        if (!scenario?.tags.includes(claim)) mistakes.push(`${at}: @${claim} is no tag of the scenario`);
    for (const used of [...remembered.keys()]) if (line.includes(`<${used}>`)) remembered.delete(used);
    const kept = /(?:remember .* as|I know the id of "[^"]*" as) "([^"]+)"/.exec(trimmed)?.[1];
    if (kept !== undefined && scenario !== undefined) remembered.set(kept, i + 1);
  });
  endScenario();
}

function claimsIn(text, at) {
  const found = text.split(/\s+/).flatMap((tag) => /^@([A-Z]{3}-\d+(?:\.[a-z])?)$/.exec(tag)?.[1] ?? []);
  for (const claim of found)
    if (!proofs.has(claim)) mistakes.push(`${at}: @${claim} is no rule, nor part of one`);
  return found;
}

for (const { id, parts, excuse } of rules) {
  const letters = Object.keys(parts ?? {});
  const isProved = [id, ...letters.map((letter) => `${id}.${letter}`)].some(
    (claim) => proofs.get(claim).length > 0,
  );
  if (!isProved && excuse === undefined) mistakes.push(`${id} has neither a scenario nor an excuse`);
  if (isProved && excuse !== undefined) mistakes.push(`${id} has a scenario and an excuse`);
  for (const letter of letters)
    if (proofs.get(`${id}.${letter}`).length === 0)
      mistakes.push(`${id}.${letter} has no scenario: ${parts[letter]}`);
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
const withParts = rules.filter(({ parts }) => parts !== undefined).length;
const excused = rules.filter(({ excuse }) => excuse !== undefined).length;
console.log(
  `${rules.length - excused} of ${rules.length} rules are proved by scenarios, ${withParts} of them part by part, ${excused} are excused`,
);
process.exitCode = mistakes.length === 0 ? 0 : 1;
