// Checks rules and scenarios: each tag names a rule or part, each of these has a scenario, claims are tags,
// remembered values are used, and the document of each rule is a file.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';

const rules = parse(readFileSync('conformance/rules.yaml', 'utf8'));
const claims = rules.flatMap(({ id, parts = {} }) => [
  id,
  ...Object.keys(parts).map((letter) => `${id}.${letter}`),
]);
const known = new Set(claims);
const proved = new Set();
const errors = [];

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
      errors.push(`features/${file}:${line}: "${name}" is remembered and never used`);
    remembered = new Map();
  };
  lines.forEach((line, i) => {
    const at = `features/${file}:${i + 1}`;
    const trimmed = line.trim();
    if (trimmed.startsWith('@')) tags.push(...claimsIn(trimmed, at));
    if (trimmed === 'Examples:') {
      for (const tag of tags) proved.add(tag);
      scenario.tags.push(...tags);
      tags = [];
      return;
    }
    if (/^(Scenario( Outline)?|Feature|Background):/.test(trimmed)) {
      endScenario();
      scenario = trimmed.startsWith('Scenario') ? { tags } : undefined;
      if (scenario !== undefined) for (const tag of tags) proved.add(tag);
      tags = [];
      return;
    }
    if (/^#( @[A-Z]{3}-\d+(\.[a-z])?)+$/.test(trimmed))
      for (const claim of claimsIn(trimmed.slice(1), at))
        if (!scenario?.tags.includes(claim)) errors.push(`${at}: @${claim} is not a tag of the scenario`);
    for (const used of [...remembered.keys()]) if (line.includes(`<${used}>`)) remembered.delete(used);
    const kept = /(?:remember .* as|I know the id of "[^"]*" as) "([^"]+)"/.exec(trimmed)?.[1];
    if (kept !== undefined && scenario !== undefined) remembered.set(kept, i + 1);
  });
  endScenario();
}

function claimsIn(text, at) {
  const found = text.split(/\s+/).flatMap((tag) => /^@([A-Z]{3}-\d+(?:\.[a-z])?)$/.exec(tag)?.[1] ?? []);
  for (const claim of found)
    if (!known.has(claim)) errors.push(`${at}: @${claim} is neither a rule nor a part of one`);
  return found;
}

for (const { id, document = 'spec/service-spec.md', parts } of rules) {
  if (!statSync(`docs/${document}`, { throwIfNoEntry: false })?.isFile())
    errors.push(`${id}: the document docs/${document} is not a file`);
  const letters = Object.keys(parts ?? {});
  const isProved = [id, ...letters.map((letter) => `${id}.${letter}`)].some((claim) => proved.has(claim));
  if (!isProved) errors.push(`${id} has no scenario`);
  for (const letter of letters)
    if (!proved.has(`${id}.${letter}`)) errors.push(`${id}.${letter} has no scenario: ${parts[letter]}`);
}

for (const error of errors) console.error(error);
const withParts = rules.filter(({ parts }) => parts !== undefined).length;
console.log(`${rules.length} rules have scenarios, ${withParts} of them for each part`);
process.exitCode = errors.length === 0 ? 0 : 1;
