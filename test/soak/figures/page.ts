import type { SoakResults } from '../results.js';
import { type Measured, measured } from './measures.js';
import { plot } from './plot.js';

/** One self-contained page: verdict, plots, what failed, what is excused. */
export function page(results: SoakResults): string {
  const { engine, seed, seconds, samples, failures, excused, notes, machine, kills, date } = results;
  const all = measured(samples);
  const growing = all.filter(({ isGrowing }) => isGrowing);
  const total = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0).toLocaleString('en');
  const isGood = failures.length === 0 && growing.length === 0;
  const verdict = isGood
    ? 'Nothing failed, nothing grows.'
    : `${failures.length} kinds of failures; ${growing.length === 0 ? 'nothing' : growing.map(({ measure }) => measure.name).join(', ')} grows.`;
  const facts = [
    date.slice(0, 10),
    `${(seconds / 60).toFixed(seconds < 600 ? 1 : 0)} minutes`,
    `--http ${engine}`,
    `--seed ${seed}`,
    ...Object.values(machine),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>sim-host soak</title>
<style>
  :root { color-scheme: light dark; --text: #1b1b1f; --paper: #fff; --faint: #6b6b76; --rule: #ddd; --warm: #f1f1f4; --dot: #1a5fb4; --trend: #c5221f; --good: #1a7f37; }
  @media (prefers-color-scheme: dark) { :root { --text: #e6e6ea; --paper: #16161a; --faint: #9a9aa6; --rule: #34343c; --warm: #202027; --dot: #78aeed; --trend: #ff7b72; --good: #57d07a; } }
  body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--paper); max-width: 64rem; margin: 1.5rem auto; padding: 0 .8rem; }
  h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; } h3 { font-size: 1rem; margin: 0; }
  .good { color: var(--good); font-weight: 600; } .bad { color: var(--trend); font-weight: 600; } small, .faint { color: var(--faint); }
  .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 1.2rem; }
  svg { width: 100%; height: auto; display: block; } svg text { font: 11px system-ui, sans-serif; fill: var(--faint); }
  .grid { stroke: var(--rule); } .warm { fill: var(--warm); } circle { fill: var(--dot); } .trend { stroke: var(--trend); stroke-width: 1.6; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3rem .5rem .3rem 0; border-top: 1px solid var(--rule); vertical-align: top; }
  li { margin: .4rem 0; overflow-wrap: anywhere; } code { font-size: .85em; overflow-wrap: anywhere; }
</style></head><body>
<h1>sim-host soak</h1>
<p class="${isGood ? 'good' : 'bad'}">${text(verdict)}</p>
<p class="faint">${text(facts.join(' · '))}</p>
<p>${total(({ healthy }) => healthy)} healthy requests, ${total(({ abuse }) => abuse)} cases of abuse, ${total(({ events }) => events)} events read, ${kills} hosts killed and started again.</p>
${notes.map((note) => `<p>${text(note)}</p>`).join('\n')}
<h2>What it holds, and how it runs</h2>
<p class="faint">Each point is taken after a collection, while nothing else goes on; the shaded part is the warm-up and counts for no trend.</p>
<div class="plots">${all.map(figure).join('\n')}</div>
${pressureTable(results)}
${section(
  'Failures',
  failures.map(
    ({ source, what, again, count, at }) =>
      `<li><b>${text(source)}</b> <small>${count} times, first after ${at} s</small><br>${text(what)}${again === undefined ? '' : `<br><code>${text(again)}</code>`}</li>`,
  ),
)}
${section(
  'Known and not answered',
  excused.map(
    ({ source, reason, count }) =>
      `<li>${text(reason)} <small>${count} times, first ${text(source)}</small></li>`,
  ),
)}
</body></html>
`;
}

function figure(each: Measured): string {
  const { measure, trend, isGrowing } = each;
  const unit = measure.unit === '' ? '' : ` ${measure.unit}`;
  const perHour = (slope: number) => `${slope * 3600 >= 0 ? '+' : ''}${(slope * 3600).toFixed(2)}`;
  const said =
    trend === undefined
      ? 'too few samples for a trend'
      : `${perHour(trend.slope)}${unit} an hour (${perHour(trend.lower)} to ${perHour(trend.upper)})`;
  const limit = measure.mayGrow === undefined ? '' : `, may grow by ${measure.mayGrow}${unit}`;
  return (
    `<figure style="margin:0"><h3>${text(measure.name)}${unit === '' ? '' : ` <small>${text(unit)}</small>`}</h3>${plot(each)}` +
    `<figcaption><small class="${isGrowing ? 'bad' : ''}">${text(said + limit)}</small></figcaption></figure>`
  );
}

function pressureTable({ pressures = [] }: SoakResults): string {
  if (pressures.length === 0) return '';
  const rows = pressures.map(
    ({ name, took, mayTake, longestAnswer, wrong }) =>
      `<tr><td>${text(name)}</td><td class="${wrong === undefined ? '' : 'bad'}">${took} MB <small>of ${mayTake}</small></td><td>${longestAnswer} ms</td></tr>`,
  );
  return `<h2>Pressures</h2><table><tr><th>what many bytes or connections do together</th><th>working set grew by</th><th>longest answer to others</th></tr>${rows.join('')}</table>`;
}

function section(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<h2>${title}</h2><ul>${items.join('\n')}</ul>`;
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
