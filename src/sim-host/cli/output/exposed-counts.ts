import type { ExposedObjectHandle } from '../../../service/index.js';

/** `5 objects: 2 StageLight, StudioCamera, …` by class, in the order of their registration. */
export function describeExposed(handles: Iterable<ExposedObjectHandle>): string {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { class: cls } of handles) {
    counts.set(cls.name, (counts.get(cls.name) ?? 0) + 1);
    total++;
  }
  if (total === 0) return 'nothing';
  const classes = [...counts].map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  return `${counted(total, 'object')}: ${classes.join(', ')}`;
}

/** `1 object`, `2 objects`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
