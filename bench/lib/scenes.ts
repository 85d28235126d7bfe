import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simHostRoot } from '../../conformance/client/index.js';

/** scenes/many.yaml with another number of objects. */
export function manyObjects(folder: string, count: number): string {
  const text = readFileSync(join(simHostRoot, 'scenes', 'many.yaml'), 'utf8');
  return written(folder, `many-${count}.yaml`, text.replace('repeat: 10000', `repeat: ${count}`));
}

/** scenes/many.yaml with another number of objects and one more that changes in every frame. */
export function oneOfManyChanges(folder: string, count: number): string {
  const text = readFileSync(join(simHostRoot, 'scenes', 'many.yaml'), 'utf8');
  const driven = `      - name: Driven
        components:
          - { class: Fixture, key: driven, drive: { level0: { sine: { amplitude: 1, period: 4 } } } }
`;
  const many = text.replace('repeat: 10000', `repeat: ${count}`).trimEnd();
  return written(folder, `driven-${count}.yaml`, `${many}\n${driven}`);
}

/** One object with the given number of numbers. */
export function manyMembers(folder: string, count: number): string {
  return written(folder, `members-${count}.yaml`, scene(count, 'fields', 'Single', ''));
}

/** One object with composites nested to the given depth. */
export function nestedTo(folder: string, depth: number): string {
  const level = (i: number) =>
    `  Level${i}: { kind: struct, fields: { value: { type: Single }${i < depth ? `, inner: { type: Level${i + 1} }` : ''} } }`;
  const levels = Array.from({ length: depth }, (_, i) => level(i + 1)).join('\n');
  const text = scene(1, 'fields', 'Single', '').replace('classes:\n', `classes:\n${levels}\n`);
  return written(
    folder,
    `depth-${depth}.yaml`,
    text.replace('manual: { type: Double }', 'manual: { type: Double }\n      nested: { type: Level1 }'),
  );
}

/** One object with the given number of numbers that change in every frame. */
export function manyChanges(folder: string, count: number): string {
  const drives = numbers(
    count,
    (i) => `              v${i}: { sine: { amplitude: 1, period: ${3 + (i % 7)} } }`,
  );
  return written(
    folder,
    `changes-${count}.yaml`,
    scene(count, 'fields', 'Double', `            drive:\n${drives}\n`),
  );
}

function scene(count: number, group: string, type: string, drive: string): string {
  return `application: { name: Bench }
classes:
  Thing:
    kind: component
    ${group}:
      manual: { type: Double }
${numbers(count, (i) => `      v${i}: { type: ${type} }`)}
scenes:
  Main:
    buildIndex: 0
    objects:
      - name: Thing
        components:
          - class: Thing
            key: thing
${drive}`;
}

function numbers(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join('\n');
}

export function written(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
