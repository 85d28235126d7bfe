import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ExposedClass, Json } from '../../../service/index.js';
import type { ValuesSpec } from '../document.js';
import { filled, numbered, type RepeatIndices } from '../repeat.js';
import { isPath } from '../run/object-values.js';
import type { DocumentPath } from '../source.js';
import type { ValueContext } from './check-context.js';
import { followPath } from './check-paths.js';
import { addUnknownMember, checkValue } from './check-values.js';

/** The object whose values are checked; `target` is its state at the start. */
export interface CheckedOwner {
  readonly class: ExposedClass;
  readonly target: () => object | undefined;
}

/** Finds errors in the values and images of an object. */
export function checkMemberValues(
  spec: ValuesSpec,
  owner: CheckedOwner,
  indices: RepeatIndices,
  path: DocumentPath,
  context: ValueContext,
): void {
  const { model, found } = context;
  const cls = owner.class;
  const findMember = (written: string, group: string) => {
    const name = numbered(written, indices);
    const member = cls.member(name);
    if (member === undefined) addUnknownMember(cls, name, [...path, group, written], found);
    return member;
  };
  for (const [name, value] of Object.entries(spec.values ?? {})) {
    const at = [...path, 'values', name];
    const type = isPath(name)
      ? typeAt(owner, numbered(name, indices), at, context)
      : findMember(name, 'values')?.type;
    if (type !== undefined) checkValue(type, filled(value, indices) as Json, at, context);
  }
  for (const [name, image] of Object.entries(spec.images ?? {})) {
    const member = findMember(name, 'images');
    if (member !== undefined && member.controller.type !== 'ImagePreview') {
      found.add([...path, 'images', name], `"${name}" shows no picture`, {
        expected: 'a member with the controller ImagePreview',
        at: 'key',
      });
    }
    const file = resolve(dirname(model.file), numbered(image, indices));
    if (image === 'testcard' || statSync(file, { throwIfNoEntry: false })?.isFile() === true) continue;
    found.add([...path, 'images', name], `file "${image}" does not exist`, {
      expected: 'testcard, or a picture beside the scene file',
    });
  }
}

function typeAt(
  { class: cls, target }: CheckedOwner,
  name: string,
  at: DocumentPath,
  { model, found }: ValueContext,
) {
  const end = followPath(model, { class: cls, target: target(), isAtStart: true }, name);
  if (end.problem === undefined) return end.type;
  const { problem, ...more } = end;
  found.add(at, problem, { ...more, at: 'key' });
  return undefined;
}
