import { type BenchContext, using } from './context.js';
import { load, saturatedShare } from './rest-load.js';
import { type BenchServer, unlessMissing } from './server.js';
import { figure, figuresOf, ratioOf } from './stats.js';

/** Rate per CPU second of a server, and its share of a core, if it must use a whole one. */
export interface Measured {
  readonly rate: number;
  readonly cpu?: number;
}

export type Measure = (server: BenchServer) => Promise<Measured>;

/** The same work by sim-host and by peers, per CPU second. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  readonly ours: () => Promise<BenchServer>;
  /** Peers by name; the ratio is that to the first. */
  readonly peers: Readonly<Record<string, () => Promise<BenchServer>>>;
  readonly measure: Measure;
  /** Set if the peers work differently. */
  readonly measurePeer?: Measure;
  readonly least?: { readonly ratio: number; readonly of: string };
  readonly note?: string;
}

/** All servers run all the time and are loaded in turns. @returns the rates of sim-host */
export async function compare(
  context: BenchContext,
  scenario: string,
  { name, unit, ours, peers, measure, measurePeer = measure, least, note }: Comparison,
): Promise<readonly number[]> {
  const { options, progress } = context;
  const [first] = Object.keys(peers);
  const measured: Record<string, Measured[]> = {};
  const running: Record<string, BenchServer> = {};
  await using(ours(), async (server) => {
    running['sim-host'] = server;
    try {
      for (const [peer, start] of Object.entries(peers)) {
        const started = await start().catch(unlessMissing);
        if (started !== undefined) running[peer] = started;
      }
      // The first run warms up all.
      for (let run = -1; run < options.runs; run++) {
        progress(`${name}, ${run < 0 ? 'warming up' : `run ${run + 1} of ${options.runs}`}`);
        for (const [each, started] of Object.entries(running)) {
          const result = await (started === server ? measure : measurePeer)(started);
          if (run >= 0) measured[each] = [...(measured[each] ?? []), result];
        }
      }
    } finally {
      for (const started of Object.values(running)) if (started !== server) await started.stop();
    }
  });
  const { 'sim-host': own = [], ...others } = measured;
  const ratesOf = (all: readonly Measured[] = []) => all.map(({ rate }) => rate);
  const rates = ratesOf(own);
  const value = ratioOf(rates, ratesOf(others[first!]));
  const idle = Object.entries(measured).flatMap(([each, all]) => notSaturated(each, all));
  const isByLoad = own.some(({ cpu }) => cpu !== undefined);
  const notes = [...(note === undefined ? [] : [note]), ...(isByLoad ? [`load by ${load}`, ...idle] : [])];
  context.row({
    scenario,
    name,
    unit,
    value: figure(rates),
    peers: figuresOf(Object.fromEntries(Object.entries(others).map(([peer, all]) => [peer, ratesOf(all)]))),
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(isByLoad && { isUnclear: idle.length > 0 }),
    ...(value && {
      ratio: value,
      ...(least && {
        aim: { text: `at least ${least.ratio} of ${least.of}`, isMet: value.median >= least.ratio },
      }),
    }),
  });
  return rates;
}

/** Notes that a server was not saturated. */
function notSaturated(name: string, measured: readonly Measured[]): string[] {
  const cpu = measured.flatMap((each) => each.cpu ?? []);
  const { median } = figure(cpu);
  return cpu.length === 0 || median >= saturatedShare
    ? []
    : [`${name} was not saturated: it used ${Math.round(100 * median)} % of a core`];
}
