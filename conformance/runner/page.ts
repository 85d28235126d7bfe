import { verdictText } from './summary.js';
import {
  type Proof,
  type Results,
  type RuleResult,
  type ScenarioResult,
  type Verdict,
  verdicts,
} from './verdicts.js';

const documents = 'https://github.com/sim-host/sim-host/blob/main/docs';
const specification = 'spec/service-spec.md';

/** Headings of the specification that are more specific than the sections of the rules. */
const longHeadings: Readonly<Record<string, string>> = {
  'Property and member descriptor': 'Property and member descriptor (emitted for remote-app rendering)',
  'Unsaved-change tracking': 'Unsaved-change (dirty) tracking per object',
};

/** The anchor that GitHub gives a section of the specification. */
export function anchorOf(section: string): string {
  const heading = longHeadings[section] ?? section;
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}

const words: Readonly<Record<Verdict, string>> = {
  holds: 'holds',
  fails: 'fails',
  partly: 'in part',
  'not-applicable': 'not applicable',
  'not-tested': 'not tested',
};

/** The report as one self-contained page: by area, with search and filter, for any screen width. */
export function page(results: Results): string {
  const { host, application, version, profile, startedAt, seconds, rules, summary, failures, died } = results;
  const areas = [...new Set(rules.map(({ id }) => id.slice(0, 3)))];
  const bar = verdicts
    .map((verdict) => `<i class="${verdict}" style="width:${(100 * summary[verdict]) / rules.length}%"></i>`)
    .join('');
  const filters = verdicts
    .map(
      (verdict) =>
        `<label><input type="checkbox" checked value="${verdict}"> <b class="${verdict}">${summary[verdict]}</b> ${words[verdict]}</label>`,
    )
    .join('\n');
  const facts = [
    ['Host', host],
    ['Application', [application, version].filter((text) => text !== '').join(' ')],
    ['Profile', profile ?? ''],
    ['Run', `${startedAt.slice(0, 16).replace('T', ' ')} UTC, ${Math.round(seconds)} s`],
  ].filter(([, text]) => text !== '');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${escaped(host)}</title>
<style>${style}</style></head><body>
<h1>Conformance</h1>
<dl>${facts.map(([name, text]) => `<div><dt>${name}</dt><dd>${escaped(text!)}</dd></div>`).join('')}</dl>
<p class="sum ${verdictText(results).isGood ? 'holds' : 'fails'}">${escaped(verdictText(results).text)}</p>
<div class="bar">${bar}</div>
${died === undefined ? '' : `<p class="fails">The host does not answer any more since: ${escaped(died.after)}: ${escaped(died.message)}</p>`}
<form><input type="search" placeholder="Search rules, e.g. DEP-2 or prompt" aria-label="Search"><fieldset>${filters}</fieldset></form>
${failures.length === 0 ? '' : `<section class="failures"><h2>Failures</h2>${failures.map(failureBlock).join('')}</section>`}
${areas.map((area) => areaBlock(area, rules)).join('\n')}
<script>${script}</script>
</body></html>
`;
}

function areaBlock(area: string, rules: readonly RuleResult[]): string {
  const own = rules.filter(({ id }) => id.startsWith(`${area}-`));
  const held = own.filter(({ verdict }) => verdict === 'holds').length;
  return `<section><h2>${area} <small>${held} of ${own.length} hold</small></h2>${own.map(ruleBlock).join('')}</section>`;
}

function ruleBlock(result: RuleResult): string {
  const { id, document = specification, section, rule, verdict, parts = [], scenarios } = result;
  const whole = scenarios.filter((each) => !parts.some((part) => part.scenarios.includes(each)));
  const text = `${id} ${rule} ${parts.map(({ says }) => says).join(' ')}`.toLowerCase();
  const details = [
    ...parts.map(
      (part) =>
        `<li><span class="${part.verdict}">${words[part.verdict]}</span> <b>${part.id}</b> ${escaped(part.says)}${proofs(part.scenarios)}</li>`,
    ),
    ...(whole.length > 0 ? [`<li>${proofs(whole)}</li>`] : []),
  ].join('');
  const link = `${documents}/${document}#${anchorOf(section)}`;
  return `<details class="rule" id="${id}" data-verdict="${verdict}" data-text="${escaped(text)}"><summary><b>${id}</b><span>${escaped(rule)}</span><em class="${verdict}">${words[verdict]}</em></summary><ul>${details}</ul><p><a href="${link}">${escaped(section)}</a></p></details>`;
}

function proofs(own: readonly Proof[]): string {
  const items = own.map(
    ({ name, place, status, reason }) =>
      `<li>${status}: ${escaped(name)} <small>${escaped(place)}${reason === undefined ? '' : `; ${escaped(reason)}`}</small></li>`,
  );
  return own.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

function failureBlock({ name, place, claims, failure }: ScenarioResult): string {
  const text = [failure?.step, failure?.message, failure?.exchange].filter(Boolean).join('\n\n');
  const blamed = claims.filter(({ status }) => status === 'failed').map(({ claim }) => claim);
  return `<p><b class="fails">${blamed.join(' ') || 'no rule'}</b> ${escaped(name)} <small>${escaped(place)}</small></p><pre>${escaped(text)}</pre>`;
}

/** Escapes text for HTML and XML. */
export function escaped(text: string): string {
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

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 66rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { margin: 0; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .3rem; } h2 small { font-weight: normal; color: #888; }
dl { display: grid; gap: .1rem; margin: .5rem 0; } dl div { display: flex; gap: .6rem; } dt { color: #888; min-width: 6rem; } dd { margin: 0; }
.sum { font-size: 1.2rem; font-weight: 600; margin: .5rem 0; }
.holds { color: #1a7f37; } .fails { color: #c5221f; font-weight: 600; } .partly { color: #0b6e99; } .not-applicable { color: #888; } .not-tested { color: #9a6700; }
.bar { display: flex; height: .8rem; border-radius: .4rem; overflow: hidden; margin: .6rem 0 1rem; background: #8882; }
.bar .holds { background: #1a7f37; } .bar .fails { background: #c5221f; } .bar .partly { background: #3b9cc4; } .bar .not-applicable { background: #8886; } .bar .not-tested { background: #d9a400; }
form { position: sticky; top: 0; background: Canvas; padding: .5rem 0; z-index: 1; }
input[type=search] { width: 100%; box-sizing: border-box; font: inherit; padding: .4rem .6rem; }
fieldset { border: 0; padding: .4rem 0 0; margin: 0; display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
.rule { border-top: 1px solid #8884; } .rule summary { display: grid; grid-template-columns: 5rem 1fr auto; gap: .6rem; padding: .4rem 0; cursor: pointer; }
.rule em { font-style: normal; white-space: nowrap; } ul { margin: .2rem 0; padding-left: 1.2rem; } small { color: #888; }
pre { background: #8881; padding: .7rem; overflow: auto; border-radius: .4rem; white-space: pre-wrap; }
@media (max-width: 40rem) { .rule summary { grid-template-columns: 1fr auto; } .rule summary span { grid-column: 1 / -1; grid-row: 2; } }
`;

const script = `
const search = document.querySelector('input[type=search]');
const boxes = [...document.querySelectorAll('fieldset input')];
function show() {
  const words = search.value.toLowerCase().split(/\\s+/);
  const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  for (const rule of document.querySelectorAll('.rule'))
    rule.hidden = !wanted.has(rule.dataset.verdict) || !words.every((word) => rule.dataset.text.includes(word));
  for (const section of document.querySelectorAll('section:not(.failures)'))
    section.hidden = section.querySelector('.rule:not([hidden])') === null;
}
document.querySelector('form').addEventListener('input', show);
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
if (location.hash) { const rule = document.querySelector(location.hash); if (rule) rule.open = true; }
`;
