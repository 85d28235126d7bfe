import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Growth, Row } from './context.js';
import type { Figure } from './stats.js';

/** All results of a run. */
export interface BenchResults {
  readonly date: string;
  readonly machine: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  readonly growths: readonly Growth[];
}

const number = (value: number) =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
const spread = ({ median, min, max }: Figure) =>
  min === max ? number(median) : `${number(median)} (${number(min)} to ${number(max)})`;

/** One row per line, so that two runs can be compared with diff. */
export function json({ rows, growths, ...about }: BenchResults): string {
  const lines = (items: readonly object[]) => items.map((item) => `\n${JSON.stringify(item)}`).join(',');
  const head = JSON.stringify(about).slice(0, -1);
  return `${head},\n"rows":[${lines(rows)}],\n"growths":[${lines(growths)}]}\n`;
}

/** The summary for the README. */
export function markdown({ date, machine, rows, growths }: BenchResults): string {
  const facts = Object.values(machine).join(', ');
  const lines = rows.map((row) => {
    const { name, unit, value, peers = {}, ratio, aim, note } = row;
    const others = Object.entries(peers).map(([peer, each]) => `${peer} ${spread(each)}`);
    const reached =
      aim === undefined ? '' : `${row.isUnclear || aim.isMet ? verdict(row) : '**not met**'}: ${aim.text}`;
    const beside = [...others, ...(note === undefined ? [] : [note])].join('; ');
    return `| ${name} | ${spread(value)} ${unit} | ${ratio === undefined ? '' : spread(ratio)} | ${beside} | ${reached} |`;
  });
  const grown = growths.map(
    ({ name, x, y, exponent }) => `| ${name}: ${y} by ${x} | ${exponent.toFixed(2)} |`,
  );
  return [
    `${date.slice(0, 10)}, ${facts}. Medians, with the spread of the runs; ratios are to raw uWebSockets.js in the same run.`,
    '',
    '| what | sim-host | ratio | beside | aim |',
    '|---|---|---|---|---|',
    ...lines,
    ...(grown.length === 0 ? [] : ['', '| growth | exponent |', '|---|---|', ...grown]),
    '',
  ].join('\n');
}

/** An aim is unknown for a server that was not at its limit. */
function verdict({ isUnclear, aim }: Row): string {
  if (isUnclear) return 'unclear';
  return aim?.isMet ? 'met' : 'not met';
}

/** A self-contained page with plots and a table. */
export function html(results: BenchResults): string {
  const { date, machine, rows, growths } = results;
  const folder = join(dirname(createRequire(import.meta.url).resolve('uplot/package.json')), 'dist');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const bars = rows.filter(({ peers }) => peers !== undefined);
  const groups = [...new Set(rows.map(({ scenario }) => scenario))];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>sim-host benchmarks</title>
<style>${read('uPlot.min.css')}
  :root { font: 15px/1.5 system-ui, sans-serif; } body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; } td, th { text-align: left; padding: .3rem .6rem; border-top: 1px solid #ddd; vertical-align: top; }
  .met { color: #1a7f37; } .missed { color: #c5221f; font-weight: 600; } .plots { display: flex; flex-wrap: wrap; gap: 1.5rem; }
  .bar { display: grid; grid-template-columns: 11rem 1fr 8rem; gap: .5rem; align-items: center; } .bar i { height: .9rem; background: #7a9cc6; display: block; } .bar i.ours { background: #1a5fb4; }
  small { color: #777; } h2 { margin: 1.6rem 0 .2rem; font-size: 1.15rem; }
</style></head><body>
<h1>sim-host benchmarks</h1><p>${text(date)}<br>${text(
    Object.entries(machine)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · '),
  )}</p>
<h2>Beside peers</h2>${bars.map(barChart).join('')}
<h2>Growth</h2><div class="plots" id="plots"></div>
${groups
  .map((group) =>
    table(
      rows.filter(({ scenario }) => scenario === group),
      group,
    ),
  )
  .join('')}
<script>${read('uPlot.iife.min.js')}</script>
<script>
for (const { name, x, y, points, exponent } of ${JSON.stringify(growths)}) {
  new uPlot({ title: name + ' (exponent ' + exponent.toFixed(2) + ')', width: 480, height: 280,
    scales: { x: { time: false, distr: 3 }, y: { distr: 3 } }, axes: [{ label: x }, { label: y, size: 70 }],
    series: [{ label: x }, { label: y, stroke: '#1a5fb4', width: 2, points: { size: 8 } }] },
    [points.map(([a]) => a), points.map(([, b]) => b)], document.getElementById('plots'));
}
</script></body></html>
`;
}

function barChart({ name, unit, value, peers = {} }: Row): string {
  const all: [string, Figure, string][] = [
    ['sim-host', value, 'ours'],
    ...Object.entries(peers).map(([peer, each]) => [peer, each, ''] as [string, Figure, string]),
  ];
  const most = Math.max(...all.map(([, each]) => each.median));
  const bars = all.map(
    ([peer, each, kind]) =>
      `<div class="bar"><span>${text(peer)}</span><i class="${kind}" style="width:${(100 * each.median) / most}%"></i><span>${number(each.median)}</span></div>`,
  );
  return `<p><b>${text(name)}</b> <small>${text(unit)}</small></p>${bars.join('')}`;
}

function table(rows: readonly Row[], group: string): string {
  const lines = rows.map((row) => {
    const { name, unit, value, ratio, aim, note } = row;
    const reached =
      aim === undefined
        ? ''
        : `<span class="${row.isUnclear ? '' : aim.isMet ? 'met' : 'missed'}">${verdict(row)}</span> ${text(aim.text)}`;
    return `<tr><td>${text(name)}<br><small>${text(note ?? '')}</small></td><td>${spread(value)} <small>${text(unit)}</small></td><td>${ratio === undefined ? '' : spread(ratio)}</td><td>${reached}</td></tr>`;
  });
  return `<h2>${text(group)}</h2><table><tr><th>what</th><th>sim-host</th><th>ratio to raw uWS</th><th>aim</th></tr>${lines.join('')}</table>`;
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
