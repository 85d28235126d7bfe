import type { Json } from '../../../service/index.js';
import { type ClassSpec, milliseconds, type SceneDocument } from '../document.js';
import { declaredMembers } from '../names.js';
import type { DocumentPath } from '../source.js';
import type { ActionObjects } from './action-objects.js';
import { checkActions } from './check-actions.js';
import type { ValueContext } from './check-context.js';
import { checkValue } from './check-values.js';

type Context = ValueContext & { readonly objects: ActionObjects };

/** Finds errors in initial values, defaults of parameters, and actions of classes. */
export function checkBehaviour(document: SceneDocument, context: Context): void {
  for (const [name, spec] of Object.entries(document.classes ?? {})) {
    const path = ['classes', name];
    checkInitialValues(spec, path, context);
    checkFunctions(name, spec, path, context);
  }
  for (const [i, entry] of (document.timeline ?? []).entries()) {
    const path = ['timeline', i];
    if (entry.at === undefined && entry.every === undefined) {
      context.found.add(path, 'the entry has no time', { expected: 'at or every' });
    }
    if (entry.every !== undefined && milliseconds(entry.every) === 0) {
      context.found.add([...path, 'every'], `${entry.every} would be in every moment`, {
        expected: 'a time above 0',
      });
    }
    if (typeof entry.at === 'object' && entry.every !== undefined) {
      context.found.add([...path, 'every'], 'an entry at a frame happens once', {
        expected: 'at as a time, or no every',
      });
    }
    checkActions(entry.do, [...path, 'do'], { ...context, variables: { parameters: new Map() } });
  }
}

function checkInitialValues(spec: ClassSpec, path: DocumentPath, context: Context): void {
  for (const [, { type, value, nullable }, at] of declaredMembers(spec, path))
    if (value !== undefined) checkGiven(type, value, nullable === true, [...at, 'value'], context);
}

function checkFunctions(className: string, spec: ClassSpec, path: DocumentPath, context: Context): void {
  for (const [name, func] of Object.entries(spec.functions ?? {})) {
    const at = [...path, 'functions', name];
    for (const [parameter, { type, default: value }] of Object.entries(func.parameters ?? {})) {
      // Null means the default of the type.
      if (value !== undefined) {
        const references = { ...context, onReference: () => {} };
        checkGiven(type, value, true, [...at, 'parameters', parameter, 'default'], references);
      }
    }
    const parameters = new Map(
      Object.entries(func.parameters ?? {}).map(([parameter, { type, default: value }]) => [
        parameter,
        { type: context.model.type(type), default: value },
      ]),
    );
    checkActions(func.do ?? [], [...at, 'do'], {
      ...context,
      variables: { className, parameters },
      returns: func.returns,
    });
  }
}

function checkGiven(
  typeName: string,
  value: Json,
  isNullable: boolean,
  path: DocumentPath,
  context: ValueContext,
): void {
  const { model, found } = context;
  const type = model.type(typeName);
  if (type === undefined || (value === null && isNullable && !found.source.isCommentedOut(path))) return;
  checkValue(type, value, path, context);
}
