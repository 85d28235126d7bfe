import { type DiagnosticList, nearest } from '../diagnostics.js';
import type { ObjectSpec } from '../document.js';
import type { Names } from '../names.js';
import type { DocumentPath } from '../source.js';
import type { ValueContext } from './check-context.js';
import { checkMemberValues } from './check-member-values.js';

/** Finds errors in the class and the names of an object without a game object. */
export function checkPlainObjectNames(
  spec: ObjectSpec,
  path: DocumentPath,
  { names, found }: { readonly names: Names; readonly found: DiagnosticList },
): void {
  const { classes } = names;
  const name = names.className(spec.class);
  const cls = classes[name];
  const at = [...path, 'class'];
  if (cls === undefined) {
    const known = Object.keys(classes).filter((each) => classes[each]!.kind !== 'component');
    return found.add(at, `unknown class "${spec.class}"`, { hint: nearest(spec.class, known) });
  }
  if (cls.kind === 'component') {
    return found.add(at, `"${name}" is a component, which needs a game object`, {
      expected: 'a component in the objects of a scene, or a class of another kind',
    });
  }
  if (cls.abstract) return found.add(at, `"${name}" is abstract`, { expected: 'a concrete class' });
  for (const group of ['key', 'name'] as const) {
    if (cls.kind !== 'static' || spec[group] === undefined) continue;
    found.add([...path, group], `the object of a static class is known by the name of its class`, {
      expected: 'class, values and images alone',
      at: 'key',
    });
  }
}

/** Finds errors in the values of an object without a game object. */
export function checkPlainObjectValues(spec: ObjectSpec, path: DocumentPath, context: ValueContext): void {
  const { model } = context;
  const cls = model.class(spec.class);
  if (cls === undefined) return;
  const key = cls.definition.kind === 'static' ? cls.name : spec.key;
  const target = () => (key === undefined ? undefined : model.object(key)?.target);
  checkMemberValues(spec, { class: cls, target }, [], path, { ...context, onReference: () => {} });
}
