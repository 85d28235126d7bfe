import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results, RuleResult, ScenarioResult } from './verdicts.js';

/** Writes results.json, junit.xml and report.html, one self-contained page. */
export async function writeReports(
  folder: string,
  results: Results,
  scenarios: readonly ScenarioResult[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(folder, 'junit.xml'), junit(results, scenarios));
  await writeFile(join(folder, 'report.html'), html(results));
}

function junit({ host, seconds }: Results, scenarios: readonly ScenarioResult[]): string {
  const cases = scenarios.map(({ name, place, rules, status, seconds: took, failure }) => {
    const inner =
      status === 'failed'
        ? `<failure message="${xml(failure?.step ?? '')}">${xml(`${failure?.message ?? ''}\n${failure?.exchange ?? ''}`)}</failure>`
        : status === 'skipped'
          ? '<skipped/>'
          : '';
    const title = xml(`${rules.join(' ')} ${name}`.trim());
    return `    <testcase classname="${xml(place)}" name="${title}" time="${took.toFixed(3)}">${inner}</testcase>`;
  });
  const count = (status: string) => scenarios.filter((each) => each.status === status).length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${xml(host)}" tests="${scenarios.length}" failures="${count('failed')}" skipped="${count('skipped')}" time="${seconds.toFixed(3)}">
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}

function html({ host, startedAt, seconds, rules, summary, failures }: Results): string {
  const sections = [...new Set(rules.map(({ section }) => section))];
  const table = (section: string) => {
    const own = rules.filter((rule) => rule.section === section);
    return `<section><h2>${xml(section)}</h2><table>${own.map(ruleRow).join('')}</table></section>`;
  };
  const { holds, fails } = summary;
  const all = rules.length;
  const bar = (['holds', 'fails', 'not-applicable', 'not-tested'] as const)
    .map((verdict) => `<i class="${verdict}" style="width:${(100 * summary[verdict]) / all}%"></i>`)
    .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Conformance of ${xml(host)}</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 66rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { margin: 0; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .3rem; }
  table { border-collapse: collapse; width: 100%; }
  td { padding: .3rem .5rem; border-top: 1px solid #8884; vertical-align: top; }
  td:first-child { white-space: nowrap; font-family: ui-monospace, monospace; width: 5rem; }
  td:last-child { white-space: nowrap; text-align: right; width: 8rem; }
  .holds { color: #1a7f37; } .fails { color: #c5221f; font-weight: 600; } .not-applicable, .not-tested { color: #888; }
  .bar { display: flex; height: .8rem; border-radius: .4rem; overflow: hidden; margin: 1rem 0; background: #8882; }
  .bar i.holds { background: #1a7f37; } .bar i.fails { background: #c5221f; } .bar i.not-applicable { background: #8886; } .bar i.not-tested { background: #d9a400; }
  details { margin: .2rem 0; } summary { cursor: pointer; } ul { margin: .2rem 0; padding-left: 1.2rem; color: #888; }
  pre { background: #8881; padding: .7rem; overflow: auto; border-radius: .4rem; }
</style></head><body>
<h1>Conformance of ${xml(host)}</h1>
<p>${holds} of ${all} rules hold, ${fails} fail, ${summary['not-applicable']} are not applicable, ${summary['not-tested']} are not tested. ${xml(startedAt)}, ${Math.round(seconds)} s.</p>
<div class="bar">${bar}</div>
${failures.length === 0 ? '' : `<h2>Failures</h2>${failures.map(failureBlock).join('')}`}
${sections.map(table).join('\n')}
</body></html>
`;
}

function ruleRow({ id, rule, verdict, excuse, scenarios }: RuleResult): string {
  const list = scenarios.map(
    ({ name, place, status }) => `<li>${xml(status)}: ${xml(name)} <small>${xml(place)}</small></li>`,
  );
  const proof =
    scenarios.length > 0
      ? `<details><summary>${xml(rule)}</summary><ul>${list.join('')}</ul></details>`
      : `${xml(rule)}${excuse === undefined ? '' : `<br><small>${xml(excuse)}</small>`}`;
  return `<tr><td>${id}</td><td>${proof}</td><td class="${verdict}">${verdict.replace('-', ' ')}</td></tr>`;
}

function failureBlock({ name, place, rules, failure }: ScenarioResult): string {
  const text = [failure?.step, failure?.message, failure?.exchange].filter(Boolean).join('\n\n');
  return `<p><b class="fails">${rules.join(' ')}</b> ${xml(name)} <small>${xml(place)}</small></p><pre>${xml(text)}</pre>`;
}

function xml(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
      .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '')
  );
}
