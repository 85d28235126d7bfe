import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escaped, page } from './page.js';
import { summaryLine } from './summary.js';
import type { Results, ScenarioResult } from './verdicts.js';

/** Writes results.json, junit.xml, report.html (one self-contained page) and summary.txt. */
export async function writeReports(
  folder: string,
  results: Results,
  scenarios: readonly ScenarioResult[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(folder, 'junit.xml'), junit(results, scenarios));
  await writeFile(join(folder, 'report.html'), page(results));
  await writeFile(join(folder, 'summary.txt'), `${summaryLine(results)}\n`);
}

function junit({ host, seconds }: Results, scenarios: readonly ScenarioResult[]): string {
  const cases = scenarios.map(({ name, place, rules, status, seconds: took, failure, reason }) => {
    const text = escaped(`${failure?.message ?? ''}\n${failure?.exchange ?? ''}`);
    const inner =
      status === 'failed'
        ? `<failure message="${escaped(failure?.step ?? '')}">${text}</failure>`
        : status === 'skipped'
          ? `<skipped${reason === undefined ? '' : ` message="${escaped(reason)}"`}/>`
          : '';
    const title = escaped(`${rules.join(' ')} ${name}`.trim());
    return `    <testcase classname="${escaped(place)}" name="${title}" time="${took.toFixed(3)}">${inner}</testcase>`;
  });
  const count = (status: string) => scenarios.filter((each) => each.status === status).length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${escaped(host)}" tests="${scenarios.length}" failures="${count('failed')}" skipped="${count('skipped')}" time="${seconds.toFixed(3)}">
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}
