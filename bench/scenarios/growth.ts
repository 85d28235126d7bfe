import type { BenchContext, Scenario } from '../lib/context.js';
import { perCpuSecondOf, type RestRequest } from '../lib/rest-load.js';
import { manyMembers, nestedTo } from '../lib/scenes.js';
import { exponent, figure } from '../lib/stats.js';
import { growingRequests } from './growing-requests.js';

/** Measures the cost of an object by members and depth, of a write, and of each kind of request by size. */
export const growth: Scenario = {
  name: 'growth',
  title: 'Growth',
  async run(context) {
    const { folder } = context;
    const read = { path: '/exposed/object/thing?nested' };
    const write = { method: 'PUT' as const, path: '/exposed/object/thing/manual', body: '{"value":2}' };
    const members = [10, 100, 1000];
    await fit(
      context,
      'Object by its members',
      'members',
      members,
      (count) => manyMembers(folder, count),
      read,
    );
    await fit(
      context,
      'Write by the members beside it',
      'members',
      members,
      (count) => manyMembers(folder, count),
      write,
    );
    const depths = [2, 8, 32];
    await fit(context, 'Object by its depth', 'levels', depths, (depth) => nestedTo(folder, depth), read);
    await growingRequests(context);
  },
};

async function fit(
  { options, progress, growth: report }: BenchContext,
  name: string,
  x: string,
  sizes: readonly number[],
  scene: (size: number) => string,
  request: RestRequest,
): Promise<void> {
  const points: [number, number][] = [];
  for (const size of sizes) {
    progress(`${name}: ${size} ${x}`);
    const runs = await perCpuSecondOf(scene(size), request, options);
    points.push([size, 1e6 / figure(runs).median]);
  }
  report({ name, x, y: 'CPU microseconds', points, exponent: exponent(points) });
}
