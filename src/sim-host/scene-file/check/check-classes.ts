import type { PresentationOptions } from '../../../service/classes/presentation.js';
import type { ExposedClass } from '../../../service/index.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { ClassSpec, FunctionSpec, MemberSpec, SceneDocument } from '../document.js';
import type { DocumentPath } from '../source.js';
import type { TrialScene } from './trial-scene.js';

/** Finds errors in base classes. Returns false if there are any, because the classes cannot be defined then. */
export function checkBases({ classes = {} }: SceneDocument, found: DiagnosticList): boolean {
  const before = found.size;
  for (const [name, { base, kind }] of Object.entries(classes)) {
    if (base === undefined) continue;
    const path = ['classes', name, 'base'];
    found.requireName(path, 'class', base, Object.keys(classes));
    const other = classes[base]?.kind ?? kind;
    if (other !== kind)
      found.add(path, `"${base}" is of kind ${other}`, { expected: `a base of kind ${kind}` });
    const bases = new Set<string>();
    for (let each: string | undefined = base; each !== undefined && !bases.has(each); ) {
      bases.add(each);
      each = classes[each]?.base;
    }
    if (bases.has(name)) found.add(path, `"${name}" derives from itself`);
  }
  return found.size === before;
}

/** Finds errors in enums and classes: types, initial values, conditions, selectors. */
export function checkClasses(trial: TrialScene): void {
  const { document, found } = trial;
  checkEnums(document, found);
  const classes = Object.entries(document.classes ?? {});
  for (const [name, spec] of classes)
    for (const [type, at] of typesOf(spec, ['classes', name])) trial.requireType(type, at);
  if (found.size === 0) trial.reportClasses();
  if (found.size > 0) return;
  for (const [name, spec] of classes) {
    const cls = trial.service.classes.find(name)!;
    for (const [member, at] of declaredMembers(spec, ['classes', name])) {
      trial.checkInitialValue(member, at);
      checkPresentation(trial, cls, member, at);
    }
    for (const [func, { parameters, ...each }] of Object.entries(spec.functions ?? {})) {
      const at = ['classes', name, 'functions', func];
      checkPresentation(trial, cls, each, at, parameters);
      for (const [parameter, its] of Object.entries(parameters ?? {}))
        checkPresentation(trial, cls, its, [...at, 'parameters', parameter], parameters);
    }
  }
}

function checkEnums({ enums = {} }: SceneDocument, found: DiagnosticList): void {
  for (const [name, { values, excludeNames = [], displayNames = {} }] of Object.entries(enums)) {
    const known = Array.isArray(values) ? (values as string[]) : Object.keys(values);
    const path = ['enums', name];
    for (const [i, value] of excludeNames.entries())
      found.requireName([...path, 'excludeNames', i], 'value', value, known);
    for (const value of Object.keys(displayNames))
      found.requireName([...path, 'displayNames', value], 'value', value, known, 'key');
  }
}

/** Returns the fields and properties that a class itself declares, with their paths. */
function* declaredMembers(
  { fields = {}, properties = {} }: ClassSpec,
  path: DocumentPath,
): Generator<[spec: MemberSpec, path: DocumentPath]> {
  for (const [name, spec] of Object.entries(fields)) yield [spec, [...path, 'fields', name]];
  for (const [name, spec] of Object.entries(properties)) yield [spec, [...path, 'properties', name]];
}

/** Returns the names of the types that a class uses, with their paths. */
function* typesOf(spec: ClassSpec, path: DocumentPath): Generator<[type: string, path: DocumentPath]> {
  for (const [{ type }, at] of declaredMembers(spec, path)) yield [type, [...at, 'type']];
  for (const [name, { returns = 'Void', parameters = {} }] of Object.entries(spec.functions ?? {})) {
    const at = [...path, 'functions', name];
    if (returns !== 'Void') yield [returns, [...at, 'returns']];
    for (const [parameter, { type }] of Object.entries(parameters))
      yield [type, [...at, 'parameters', parameter, 'type']];
  }
}

/** Finds conditions whose value does not fit their member, and selectors that name an unknown member. */
function checkPresentation(
  trial: TrialScene,
  cls: ExposedClass,
  { controller, visibility = [], ...own }: PresentationOptions,
  path: DocumentPath,
  parameters: FunctionSpec['parameters'] = {},
): void {
  const { found, service } = trial;
  const all: [DocumentPath, Pick<PresentationOptions, 'showIf' | 'hideIf'>][] = [
    [path, own],
    ...visibility.map((each, i): [DocumentPath, typeof each] => [[...path, 'visibility', i], each]),
  ];
  for (const [at, conditions] of all)
    for (const kind of ['showIf', 'hideIf'] as const)
      for (const [name, value] of Object.entries(conditions[kind] ?? {})) {
        const own = parameters[name]?.type;
        const type = own === undefined ? cls.member(name)?.type : service.classes.type(own);
        if (type !== undefined) trial.checkValue(type, value, [...at, kind, name]);
      }
  if (controller?.type === 'Slider' && controller.minValue >= controller.maxValue)
    found.add(
      [...path, 'controller', 'minValue'],
      `${controller.minValue} is not below maxValue, ${controller.maxValue}`,
    );
  const members = [...cls.members.map(({ name }) => name), ...Object.keys(parameters)];
  for (const key of ['sourcePropertyName', 'refProperty'] as const) {
    const name = (controller as { [key]?: string } | undefined)?.[key];
    if (name !== undefined) found.requireName([...path, 'controller', key], 'member', name, members);
  }
}
