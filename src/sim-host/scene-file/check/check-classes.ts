import { typeAlias } from '../../../service/classes/type-aliases.js';
import { nearestName } from '../../../service/common/nearest-name.js';
import { valueTypeNames } from '../../../service/types/values/table.js';
import type { DiagnosticList } from '../diagnostics.js';
import type {
  ClassSpec,
  FunctionSpec,
  MemberSpec,
  ParameterSpec,
  PresentationSpec,
  SceneDocument,
} from '../document.js';
import { notLoaded } from '../modules.js';
import { declaredMembers, engineTypes, type Names } from '../names.js';
import type { DocumentPath } from '../source.js';
import { checkEnums } from './check-enums.js';

interface Context {
  readonly names: Names;
  readonly found: DiagnosticList;
}

/** Names that a class or an enum of a scene cannot have. */
const reservedTypes: ReadonlySet<string> = new Set([...valueTypeNames, ...engineTypes, 'Void']);
/** Members of every JavaScript object. */
const unusable: ReadonlySet<string> = new Set(['constructor', '__proto__']);

/** Finds errors in enums and classes: bases, types, conditions, selectors, functions. */
export function checkClasses(document: SceneDocument, names: Names, found: DiagnosticList): void {
  checkEnums(document, found);
  const context = { names, found };
  for (const [name, spec] of Object.entries(document.classes ?? {})) {
    const path = ['classes', name];
    if (names.enums.has(name) || reservedTypes.has(name)) {
      found.add(path, `"${name}" is the name of another type`, { at: 'key' });
    }
    checkBase(name, spec, path, context);
    checkDuplicates(name, spec, path, context);
    checkContainment(name, spec, path, context);
    for (const [, each, at] of declaredMembers(spec, path)) checkMember(name, each, at, context);
    checkFunctionNames(spec, path, context);
    for (const [func, each] of Object.entries(spec.functions ?? {})) {
      const at = [...path, 'functions', func];
      checkFunction(name, each, at, document, context);
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
    found.add(at, `unknown class "${base}"`, { hint: nearestName(base, Object.keys(names.classes)) });
  } else if (baseSpec.kind !== kind) {
    found.add(at, `"${base}" is of kind ${baseSpec.kind}`, { expected: `a base of kind ${kind}` });
  } else checkCircle(name, at, { names, found });
}

/** Reports classes that derive from each other once, at the first of them. */
function checkCircle(name: string, path: DocumentPath, { names, found }: Context): void {
  const circle = circleOf(name, names);
  const first = Object.keys(names.classes).find((each) => circle.includes(each));
  if (first !== name) return;
  const round = [...circle, name].join(' → ');
  found.add(
    path,
    circle.length === 1 ? `"${name}" derives from itself` : `the classes derive from each other: ${round}`,
    {
      expected: 'a base class that does not derive from this one',
    },
  );
}

/** Returns the circle of base classes that a class is in, starting with it; usually empty. */
function circleOf(name: string, names: Names): string[] {
  const circle = names.lineage(name);
  const back = names.classes[circle.at(-1)!]?.base;
  return back === name ? circle : [];
}

/** A composite that contains one of its own kind is endless, unless null or an array ends it. */
function checkContainment(
  name: string,
  spec: ClassSpec,
  path: DocumentPath,
  { names, found }: Context,
): void {
  if (names.classes[name]!.kind === 'component') return;
  for (const [, { type, nullable }, at] of declaredMembers(spec, path)) {
    if (nullable || !names.contains(type, name)) continue;
    found.add([...at, 'type'], `a ${name} would always hold another ${name}`, {
      expected: 'nullable: true, or an array',
    });
  }
}

/** A class declares a name once; it may declare a member of a base again. */
function checkDuplicates(name: string, spec: ClassSpec, path: DocumentPath, { names, found }: Context): void {
  // A class in a circle has all its members already.
  if (names.lineage(name).some((each) => circleOf(each, names).length > 0)) return;
  const seen = new Set<string>();
  for (const [member, , at] of declaredMembers(spec, path)) {
    if (unusable.has(member))
      found.add(at, `"${member}" is reserved by JavaScript`, { expected: 'another name', at: 'key' });
    if (seen.has(member)) found.add(at, `${name} already has a member "${member}"`, { at: 'key' });
    seen.add(member);
  }
  const keys = [...names.members(name)].filter(([, { key }]) => key);
  if (keys.length > 1)
    found.add(path, `there are ${keys.length} key members`, { expected: 'one at most', at: 'key' });
}

function checkMember(className: string, spec: MemberSpec, path: DocumentPath, context: Context): void {
  const { found } = context;
  checkType(spec.type, [...path, 'type'], context);
  checkCanBeMade(spec, [...path, 'type'], context);
  checkPresentation(className, spec, path, context);
  checkController(spec, path, context);
  const { persist = path.at(-2) === 'fields' } = spec;
  const unsaved = spec.readOnly ? 'what is read-only is not saved' : 'it is not saved';
  if (spec.persist && spec.readOnly)
    found.add([...path, 'persist'], unsaved, { expected: 'persist or readOnly' });
  else if (spec.persistScope !== undefined && (!persist || spec.readOnly)) {
    found.add([...path, 'persistScope'], unsaved, { expected: 'persist: true' });
  }
}

/** A new object cannot contain an instance of an abstract or static class. */
function checkCanBeMade({ type, nullable }: MemberSpec, path: DocumentPath, { names, found }: Context): void {
  const spec = names.classes[names.className(type)];
  if (spec === undefined || nullable || spec.kind === 'component') return;
  if (spec.kind === 'static') {
    found.add(path, `"${type}" is static: there is one object of it`, {
      expected: 'nullable: true, and a reference',
    });
  } else if (spec.abstract && !hasConcrete(type, names)) {
    found.add(path, `no class derives from the abstract ${type}`, {
      expected: 'nullable: true, or a class of it',
    });
  }
}

function hasConcrete(base: string, names: Names): boolean {
  return Object.keys(names.classes).some(
    (each) => !names.classes[each]!.abstract && names.lineage(each).includes(base),
  );
}

function checkType(type: string, path: DocumentPath, { names, found }: Context): void {
  if (names.isType(type)) return;
  const isNullable = type.endsWith('?') && names.isType(type.slice(0, -1));
  found.add(path, `unknown type "${type}"`, {
    expected: isNullable ? 'nullable: true' : 'a value type, an enum or class of this file, T[] or Asset<T>',
    hint: suggestedType(type, names),
  });
}

/** Returns the type that a name most likely means, also for arrays: `float` is Single. */
function suggestedType(name: string, names: Names): string | undefined {
  const [, element, suffix] = /^(?:UnityEngine\.|System\.)?(.*?)((?:\[\])*)$/.exec(name.trim())!;
  const nearestType = typeAlias(element!) ?? nearestName(element!, names.types);
  return nearestType && nearestType + suffix;
}

/** Reports a control that cannot show the type of its member. */
function checkController(
  { type, controller }: MemberSpec | ParameterSpec,
  path: DocumentPath,
  { names, found }: Context,
): void {
  const at = [...path, 'controller'];
  switch (controller?.type) {
    case 'ImagePreview':
      if (type !== 'String')
        found.add([...path, 'type'], 'an ImagePreview shows the picture at a URL', {
          expected: 'type String',
        });
      break;
    case 'Slider':
      if (controller.minValue >= controller.maxValue)
        found.add(
          [...at, 'minValue'],
          `${controller.minValue} is not below maxValue, ${controller.maxValue}`,
          { expected: 'minValue below maxValue' },
        );
      break;
    case 'ObjectSelector': {
      const element = type.replace(/(\[\])+$/, '');
      if (names.isType(type) && !engineTypes.includes(element) && !names.classes[names.className(element)])
        found.add([...at, 'type'], `an ObjectSelector does not go with a ${type}`, {
          expected: 'a member of a class',
        });
      break;
    }
    case 'TypeSelector':
      for (const [i, option] of (controller.options ?? []).entries()) {
        if (names.classes[names.className(option)] !== undefined) continue;
        const hint = nearestName(option, Object.keys(names.classes));
        found.add([...at, 'options', i], `unknown class "${option}"`, { hint });
      }
  }
}

/** Conditions and selectors must name members of the class. */
function checkPresentation(
  className: string,
  spec: PresentationSpec,
  path: DocumentPath,
  context: Context,
  parameters: FunctionSpec['parameters'] = {},
): void {
  const { names, found } = context;
  const members = new Map<string, { readonly type: string }>([
    ...names.members(className),
    ...Object.entries(parameters),
  ]);
  const requireMember = (name: string, at: DocumentPath, place: 'key' | 'value') => {
    if (members.has(name)) return true;
    if (!names.mayHaveMember(className, name))
      found.add(at, `${className} has no member "${name}"`, {
        hint: nearestName(name, members.keys()),
        at: place,
      });
    return false;
  };
  for (const [name, , at] of conditionsOf(spec, path)) requireMember(name, at, 'key');
  for (const key of ['sourcePropertyName', 'refProperty'] as const) {
    const name = (spec.controller as { [key]?: string } | undefined)?.[key];
    const at = [...path, 'controller', key];
    if (name === undefined || !requireMember(name, at, 'value')) continue;
    const wanted = key === 'refProperty' ? 'String' : 'String[]';
    const { type } = members.get(name)!;
    if (type !== wanted) found.add(at, `"${name}" is a ${type}`, { expected: wanted });
  }
}

/** Returns the conditions of a member, function or parameter: the name of a member, its value, and their path. */
export function* conditionsOf(
  { visibility = [], ...own }: PresentationSpec,
  path: DocumentPath,
): Generator<[name: string, value: string | number | boolean | null, path: DocumentPath]> {
  const all: [DocumentPath, Pick<PresentationSpec, 'showIf' | 'hideIf'>][] = [
    [path, own],
    ...visibility.map((each, i): [DocumentPath, typeof each] => [[...path, 'visibility', i], each]),
  ];
  for (const [at, conditions] of all)
    for (const kind of ['showIf', 'hideIf'] as const)
      for (const [name, value] of Object.entries(conditions[kind] ?? {}))
        yield [name, value, [...at, kind, name]];
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
    found.add(path, 'the function has both do and module, or neither', {
      expected: 'either do or module',
      at: 'key',
    });
  }
  if (spec.returns === 'void') {
    found.add([...path, 'returns'], 'unknown type "void"', { expected: 'nothing here', hint: 'Void' });
  } else if (spec.returns !== undefined && spec.returns !== 'Void') {
    checkType(spec.returns, [...path, 'returns'], context);
  }
  checkPresentation(className, spec, path, context, spec.parameters);
  for (const [name, parameter] of Object.entries(spec.parameters ?? {})) {
    const at = [...path, 'parameters', name];
    checkType(parameter.type, [...at, 'type'], context);
    checkPresentation(className, parameter, at, context, spec.parameters);
    checkController(parameter, at, context);
  }
  if (spec.module === undefined) return;
  const module = modules.get(spec.module.file);
  if (module !== undefined && module !== notLoaded && typeof module[spec.module.export] !== 'function') {
    const functions = Object.keys(module).filter((each) => typeof module[each] === 'function');
    found.add([...path, 'module', 'export'], `the module exports no function "${spec.module.export}"`, {
      ...(functions.length > 0 && { expected: functions.join(', ') }),
      hint: nearestName(spec.module.export, functions),
    });
  }
}

/** Names of functions are not case-sensitive. */
function checkFunctionNames({ functions = {} }: ClassSpec, path: DocumentPath, { found }: Context): void {
  const seen = new Map<string, string>();
  for (const name of Object.keys(functions)) {
    const other = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    if (other === undefined) continue;
    found.add(
      [...path, 'functions', name],
      `there is a function "${other}", and names are read without case`,
      {
        expected: 'another name',
        at: 'key',
      },
    );
  }
}
