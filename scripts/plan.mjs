// Writes the plans of docs/scale.md and docs/scale-plan.html from measured costs: `node scripts/plan.mjs [results.json]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { costsOf, plan } from './plan-model.mjs';

const file = process.argv[2] ?? 'bench/results/relays.json';
const results = JSON.parse(readFileSync(file, 'utf8'));
const costs = costsOf(results);
const when = `${results.date.slice(0, 10)}, ${Object.values(results.machine).join(', ')}`;
const audiences = [1000, 50_000, 1_000_000];

const page = 'docs/scale.md';
const [start, end] = ['<!-- plan: node scripts/plan.mjs -->', '<!-- end of the plan -->'];
const before = readFileSync(page, 'utf8');
const from = before.indexOf(start) + start.length;
writeFileSync(page, `${before.slice(0, from)}\n\n${table()}\n${before.slice(before.indexOf(end))}`);
writeFileSync('docs/scale-plan.html', html());

function table() {
  const lines = audiences.flatMap((apps) =>
    [0.2, 1, 13, 100].map((changes) => {
      const { relays, machines, gigabits, appMegabits, natsKind, host, problems } = plan(
        costs,
        apps,
        changes,
      );
      const cells = [
        apps.toLocaleString('en'),
        changes,
        Number.isFinite(relays) ? relays.toLocaleString('en') : '',
        Number.isFinite(machines) ? machines.toLocaleString('en') : '',
        `${digits(gigabits)} Gbit/s`,
        `${digits(appMegabits)} Mbit/s`,
        `${Math.round(100 * host)} %`,
        [natsKind, ...problems].join('; '),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  return [
    '| apps | changes a frame | relays (cores) | machines | bandwidth | of an app | host, of a core | NATS, or what is too much |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
    `Costs: ${when}.`,
    '',
  ].join('\n');
}

function digits(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}

function html() {
  const model = readFileSync(new URL('plan-model.mjs', import.meta.url), 'utf8').replaceAll(/^export /gm, '');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Planning relays</title>
<style>
  :root { font: 15px/1.5 system-ui, sans-serif; color-scheme: light dark; } body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  label { display: grid; grid-template-columns: 1fr 9rem; gap: .5rem; padding: .15rem 0; max-width: 40rem; } input { text-align: right; font: inherit; }
  table { border-collapse: collapse; margin: 1.5rem 0; } td, th { text-align: left; padding: .3rem 1rem .3rem 0; border-top: 1px solid #8884; vertical-align: top; }
  .problem { color: #c5221f; font-weight: 600; } small { color: #888; }
</style></head><body>
<h1>Planning relays</h1>
<p>How many relays, which bandwidth and which NATS an audience needs (scale.md), reckoned from what was measured: ${when}. Nothing of it was
run at that size: costs are taken to grow in proportion, and the assumptions below are assumptions.</p>
<form id="form"></form><table id="result"></table>
<script>
${model}
const costs = ${JSON.stringify(costs)};
const fields = {
  apps: ['Apps with an event stream at once', 50000], changes: ['Changes a frame', 13],
  frames: ['Frames a second that have changes', assumptions.frames], share: ['Of the events, how many an app asks for (kinds=, ids=)', assumptions.share],
  requests: ['Requests a second of each app', assumptions.requests], busy: ['Of a core, how much a relay may use', assumptions.busy],
  cores: ['Cores of a machine with relays', assumptions.cores], gigabits: ['Gigabits a second of a machine', assumptions.gigabits],
  full: ['Of those, how much is used', assumptions.full], streams: ['Most event streams of a relay', assumptions.streams],
};
const form = document.getElementById('form');
for (const [name, [text, value]] of Object.entries(fields)) {
  const label = document.createElement('label');
  const input = Object.assign(document.createElement('input'), { name, type: 'number', min: 0, step: 'any', value });
  label.append(text, input);
  form.append(label);
}
const said = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(2)).toString());
const show = () => {
  const { apps, changes, ...given } = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, Number(value)]));
  const { relays, appsEach, machines, gigabits, appMegabits, memoryEach, nats, natsGigabits, natsKind, host, requests, problems } = plan(costs, apps, changes, given);
  const rows = [
    ['Relays, about one for each core', said(relays) + ', ' + said(appsEach) + ' apps each'], ['Machines for them', said(machines)],
    ['Bandwidth to apps', said(gigabits) + ' Gbit/s, ' + said(appMegabits) + ' Mbit/s each'], ['Memory of a relay for its apps', said(memoryEach / 2 ** 20) + ' MiB'],
    ['NATS', natsKind], ['CPU of NATS', said(100 * nats) + ' % of a core; ' + said(natsGigabits) + ' Gbit/s to relays'],
    ['CPU of the host', said(100 * host) + ' % of a core, with ' + said(requests) + ' requests a second'],
    ...problems.map((problem) => ['Too much', problem]),
  ];
  const table = document.getElementById('result');
  table.replaceChildren(...rows.map(([name, value]) => {
    const line = document.createElement('tr');
    line.append(Object.assign(document.createElement('th'), { textContent: name }), Object.assign(document.createElement('td'), { textContent: value, className: name === 'Too much' ? 'problem' : '' }));
    return line;
  }));
};
form.addEventListener('input', show);
show();
</script></body></html>
`;
}
