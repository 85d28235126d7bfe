// `npm run features [-- options of Cucumber]`: reports once, in one line, if no host can be started.
import { readdirSync, readFileSync } from 'node:fs';
import { requireStart } from '../conformance/client/index.ts';

/** Options with which Cucumber starts no host. */
const withoutHost = /^(-d|--dry-run|-h|--help|-v|--version|--i18n-\w+|--world-parameters.*)$/;

if (!process.argv.slice(2).some((word) => withoutHost.test(word))) {
  try {
    await requireStart();
  } catch (error) {
    console.error(`features: no host starts here, so none was tested: ${error.message}`);
    process.exit(2);
  }
}
process.argv = process.argv.map((word) => withParts(atScenario(word)));
await import('../node_modules/@cucumber/cucumber/bin/cucumber.js');

/** Replaces the id of a rule in a tag expression by the tags of its parts, such as `@DEP-1.a`, and itself. */
function withParts(word) {
  return word.replace(/@[A-Z]+-\d+(?![\w.-])/g, (rule) => {
    const tags = ruleTags().filter((tag) => tag === rule || tag.startsWith(`${rule}.`));
    if (tags.length === 0) {
      console.error(`features: no scenario has the tag ${rule} or one of its parts`);
      process.exit(2);
    }
    return `(${tags.join(' or ')})`;
  });
}

function ruleTags() {
  const features = readdirSync('features', { recursive: true })
    .filter((file) => file.endsWith('.feature'))
    .map((file) => readFileSync(`features/${file}`, 'utf8'));
  return [...new Set(features.join('\n').match(/@[A-Z]+-\d+(?:\.[a-z])?/g))];
}

/**
 * Converts the `file:line` of a tag or step to that of its scenario, because Cucumber silently runs nothing for
 * other lines.
 */
function atScenario(word) {
  const [, file, line] = /^(.+[.]feature):(\d+)$/.exec(word) ?? [];
  if (file === undefined) return word;
  const lines = readFileSync(file, 'utf8').split('\n');
  const isScenario = (i) => /^\s*(Scenario|Example)( Outline)?:/.test(lines[i]);
  const isAbove = (i) => /^\s*(@|#|$)/.test(lines[i]);
  let at = Math.min(Number(line), lines.length) - 1;
  while (isAbove(at) && at < lines.length - 1) at++;
  if (isExampleRow(lines, at)) return `${file}:${at + 1}`;
  while (!isScenario(at) && at > 0) at--;
  return `${file}:${at + 1}`;
}

function isExampleRow(lines, row) {
  let at = row;
  while (/^\s*[|]/.test(lines[at])) at--;
  return at < row && /^\s*Examples:/.test(lines[at]);
}
