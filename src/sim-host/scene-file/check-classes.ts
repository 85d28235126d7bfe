import { valueTypeNames } from '../../service/index.js';
import { checkActions } from './check-actions.js';
import { type DiagnosticList, type DocumentPath, nearest } from './diagnostics.js';
import type { ClassSpec, FunctionSpec, MemberSpec, PresentationSpec, SceneDocument } from './document.js';
import type { Names } from './names.js';

interface Context {
  readonly names: Names;
  readonly found: DiagnosticList;
}

/** Finds mistakes in enums and classes: bases, types, conditions, selectors, functions. */
export function checkClasses(document: SceneDocument, names: Names, found: DiagnosticList): void {
  checkEnums(document, found);
  const context = { names, found };
  for (const [name, spec] of Object.entries(document.classes ?? {})) {
    const path = ['classes', name];
    if (names.enums.has(name) || valueTypeNames.includes(name)) {
      found.add(path, `"${name}" is the name of another type`, { at: 'key' });
    }
    checkBase(name, spec, path, context);
    checkDuplicates(name, spec, path, context);
    checkContainment(name, spec, path, context);
    for (const group of ['fields', 'properties'] as const) {
      for (const [member, each] of Object.entries(spec[group] ?? {})) {
        checkMember(name, each, [...path, group, member], context);
      }
    }
    for (const [func, each] of Object.entries(spec.functions ?? {})) {
      checkFunction(name, each, [...path, 'functions', func], document, context);
    }
  }
}

function checkEnums({ enums = {} }: SceneDocument, found: DiagnosticList): void {
  for (const [name, { values, excludeNames = [] }] of Object.entries(enums)) {
    const known = Array.isArray(values) ? (values as string[]) : Object.keys(values);
    for (const [i, value] of known.entries()) {
      if (known.indexOf(value) < i) found.add(['enums', name, 'values', i], `"${value}" is there already`);
    }
    for (const [i, excluded] of excludeNames.entries()) {
      if (known.includes(excluded)) continue;
      found.add(['enums', name, 'excludeNames', i], `the enum has no value "${excluded}"`, {
        hint: nearest(excluded, known),
      });
    }
  }
}

function checkBase(
  name: string,
  { base, kind }: ClassSpec,
  path: DocumentPath,
  { names, found }: Context,
): void {
  if (base === undefined) return;
  const at = [...path, 'base'];
  const baseSpec = names.classes[base];
  if (baseSpec === undefined) {
    found.add(at, `there is no class "${base}"`, { hint: nearest(base, Object.keys(names.classes)) });
  } else if (baseSpec.kind !== kind) {
    found.add(at, `"${base}" is of kind ${baseSpec.kind}`, { expected: `a base of kind ${kind}` });
  } else if (names.lineage(base).includes(name)) {
    found.add(at, `"${name}" derives from itself`, {
      expected: 'a base class that does not derive from this one',
    });
  }
}

/** A composite that always holds one of its own kind would never end; null or an array ends it. */
function checkContainment(
  name: string,
  spec: ClassSpec,
  path: DocumentPath,
  { names, found }: Context,
): void {
  if (names.classes[name]!.kind === 'component') return;
  for (const group of ['fields', 'properties'] as const) {
    for (const [member, { type, nullable }] of Object.entries(spec[group] ?? {})) {
      if (nullable || !names.contains(type, name)) continue;
      found.add([...path, group, member, 'type'], `a ${name} would always hold another ${name}`, {
        expected: 'nullable: true, or an array',
      });
    }
  }
}

/** A name stands for one member or function of a class and its bases. */
function checkDuplicates(name: string, spec: ClassSpec, path: DocumentPath, { names, found }: Context): void {
  const inherited = spec.base === undefined ? new Map() : names.members(spec.base);
  for (const member of Object.keys({ ...spec.fields, ...spec.properties })) {
    const group = spec.properties?.[member] === undefined ? 'fields' : 'properties';
    const isTwice = spec.fields?.[member] !== undefined && spec.properties?.[member] !== undefined;
    if (isTwice || inherited.has(member)) {
      found.add([...path, group, member], `${name} has a member "${member}" already`, { at: 'key' });
    }
  }
  const keys = [...names.members(name)].filter(([, { key }]) => key);
  if (keys.length > 1)
    found.add(path, `there are ${keys.length} key members`, { expected: 'one at most', at: 'key' });
}

function checkMember(className: string, spec: MemberSpec, path: DocumentPath, context: Context): void {
  checkType(spec.type, [...path, 'type'], context);
  checkPresentation(className, spec, path, context);
  if (spec.controller?.type === 'ImagePreview' && spec.type !== 'String') {
    context.found.add([...path, 'type'], 'an ImagePreview shows the picture at a URL', {
      expected: 'type String',
    });
  }
}

function checkType(type: string, path: DocumentPath, { names, found }: Context): void {
  if (names.isType(type)) return;
  const hint = nearest(type.replace(/(\[\])+$/, ''), names.types);
  const suffix = /(\[\])+$/.exec(type)?.[0] ?? '';
  found.add(path, `there is no type "${type}"`, {
    expected: 'a value type, an enum or class of this file, T[] or Asset<T>',
    hint: hint && hint + suffix,
  });
}

/** Conditions and selectors name members of the class. */
function checkPresentation(
  className: string,
  { showIf, hideIf, controller }: PresentationSpec,
  path: DocumentPath,
  { names, found }: Context,
): void {
  const members = names.members(className);
  const requireMember = (name: string, at: DocumentPath, place: 'key' | 'value') => {
    if (members.has(name)) return true;
    found.add(at, `${className} has no member "${name}"`, { hint: nearest(name, members.keys()), at: place });
    return false;
  };
  for (const [kind, conditions] of Object.entries({ showIf, hideIf })) {
    for (const name of Object.keys(conditions ?? {})) requireMember(name, [...path, kind, name], 'key');
  }
  if (controller === undefined) return;
  for (const key of ['sourcePropertyName', 'refProperty'] as const) {
    const name = (controller as { [key]?: string })[key];
    const at = [...path, 'controller', key];
    if (name === undefined || !requireMember(name, at, 'value')) continue;
    const wanted = key === 'refProperty' ? 'String' : 'String[]';
    if (members.get(name)!.type !== wanted)
      found.add(at, `"${name}" is a ${members.get(name)!.type}`, { expected: wanted });
  }
}

function checkFunction(
  className: string,
  spec: FunctionSpec,
  path: DocumentPath,
  { modules }: SceneDocument,
  context: Context,
): void {
  const { found } = context;
  if ((spec.do === undefined) === (spec.module === undefined)) {
    found.add(path, 'it does nothing or two things', { expected: 'either do or module', at: 'key' });
  }
  if (spec.returns !== undefined) checkType(spec.returns, [...path, 'returns'], context);
  checkPresentation(className, spec, path, context);
  for (const [name, parameter] of Object.entries(spec.parameters ?? {})) {
    checkType(parameter.type, [...path, 'parameters', name, 'type'], context);
    checkPresentation(className, parameter, [...path, 'parameters', name], context);
  }
  const self = { className, parameters: Object.keys(spec.parameters ?? {}) };
  checkActions(spec.do ?? [], [...path, 'do'], { ...context, self });
  if (spec.module === undefined) return;
  const module = modules.get(spec.module.file);
  if (module !== undefined && typeof module[spec.module.export] !== 'function') {
    found.add([...path, 'module', 'export'], `the module exports no function "${spec.module.export}"`, {
      hint: nearest(spec.module.export, Object.keys(module)),
    });
  }
}
