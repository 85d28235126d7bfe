import { ClassTable, ExposedError, type Json } from '../../service/index.js';
import { classDefinitions, enumDefinition } from './definitions.js';
import { type DiagnosticList, type DocumentPath, nearest } from './diagnostics.js';
import type { ComponentSpec, SceneDocument } from './document.js';
import { referencesIn, withoutReferences } from './initial-values.js';
import { allObjects, claimedKeys } from './keys.js';
import type { Names } from './names.js';

/** Finds mistakes in objects and values: classes, members, keys, references, values that do not fit. */
export function checkObjects(document: SceneDocument, names: Names, found: DiagnosticList): void {
  const table = dryTable(document);
  checkInitialValues(document, table, names, found);
  const claimed = new Set(
    Object.keys(names.classes).filter((name) => names.classes[name]!.kind === 'static'),
  );
  for (const object of allObjects(document)) {
    for (const { key, path } of claimedKeys(object)) {
      if (claimed.has(key))
        found.add(path, `the source key "${key}" is taken`, { expected: 'a key of its own' });
      if (object.repeat > 1 && !key.includes('{i}')) {
        found.add(path, `"${key}" would stand for ${object.repeat} objects`, { expected: 'a key with {i}' });
      }
      claimed.add(key);
    }
    for (const [i, component] of (object.spec.components ?? []).entries()) {
      checkComponent(component, [...object.path, 'components', i], table, names, found);
    }
  }
}

/** The class table that the file would give, without objects: it converts values as the running one will. */
function dryTable(document: SceneDocument): ClassTable {
  const nothing = {
    reference: () => undefined,
    resolveReference: () => undefined,
    classOf: () => undefined,
    fileKey: () => undefined,
    isDestroyed: () => false,
    instanceId: () => undefined,
  };
  const assets = document.assets ?? {};
  const find = (guid: string) => {
    const [key, asset] = Object.entries(assets).find(([each, { guid: own }]) => (own ?? each) === guid) ?? [];
    return key === undefined ? undefined : { guid, name: asset!.name, type: asset!.type };
  };
  const table = new ClassTable(nothing, { find });
  for (const [name, spec] of Object.entries(document.enums ?? {})) {
    if (spec.external)
      table.registerExternalEnum(enumDefinition(name, spec), { excludeNames: spec.excludeNames ?? [] });
    else table.defineEnum(enumDefinition(name, spec));
  }
  const initial = (typeName: string, json: Json | undefined) => {
    const type = table.type(typeName);
    return json === undefined
      ? type.defaultValue()
      : table.convert(typeName, withoutReferences(json), typeName);
  };
  for (const definition of classDefinitions(document, initial, () => undefined)) table.define(definition);
  return table;
}

function checkInitialValues(
  document: SceneDocument,
  table: ClassTable,
  names: Names,
  found: DiagnosticList,
): void {
  for (const [name, spec] of Object.entries(document.classes ?? {})) {
    for (const group of ['fields', 'properties'] as const) {
      for (const [member, each] of Object.entries(spec[group] ?? {})) {
        const path = ['classes', name, group, member, 'value'];
        const isNull = each.nullable && each.value === null;
        if (each.value !== undefined && !isNull) checkValue(each.type, each.value, path, table, names, found);
      }
    }
    for (const [func, { parameters = {} }] of Object.entries(spec.functions ?? {})) {
      for (const [parameter, { type, default: value }] of Object.entries(parameters)) {
        const path = ['classes', name, 'functions', func, 'parameters', parameter, 'default'];
        if (value !== undefined && value !== null) checkValue(type, value, path, table, names, found);
      }
    }
  }
}

function checkComponent(
  spec: ComponentSpec,
  path: DocumentPath,
  table: ClassTable,
  names: Names,
  found: DiagnosticList,
): void {
  const { class: className, values = {}, drive = {}, images = {} } = spec;
  const cls = names.classes[className];
  if (cls?.kind !== 'component') {
    const known = Object.keys(names.classes).filter((name) => names.classes[name]!.kind === 'component');
    found.add([...path, 'class'], `there is no component class "${className}"`, {
      hint: nearest(className, known),
    });
    return;
  }
  if (cls.abstract)
    found.add([...path, 'class'], `"${className}" is abstract`, { expected: 'a concrete class' });
  const members = names.members(className);
  const requireMember = (name: string, group: string) => {
    const first = /^[^/.[\]]+/.exec(name)?.[0] ?? name;
    if (members.has(first)) return true;
    found.add([...path, group, name], `${className} has no member "${first}"`, {
      expected: [...members.keys()].join(', '),
      hint: nearest(first, members.keys()),
      at: 'key',
    });
    return false;
  };
  for (const [name, value] of Object.entries(values)) {
    if (!requireMember(name, 'values')) continue;
    const { type, nullable } = members.get(name)!;
    if (!(nullable && value === null))
      checkValue(type, value, [...path, 'values', name], table, names, found);
  }
  for (const name of Object.keys(drive)) requireMember(name, 'drive');
  for (const name of Object.keys(images)) requireMember(name, 'images');
}

function checkValue(
  type: string,
  value: Json,
  path: DocumentPath,
  table: ClassTable,
  names: Names,
  found: DiagnosticList,
): void {
  if (!names.isType(type)) return;
  for (const key of referencesIn(value)) {
    if (names.keys.has(key)) continue;
    found.add(path, `there is no object with the source key "${key}"`, { hint: nearest(key, names.keys) });
  }
  try {
    table.convert(type, withoutReferences(value), String(path.at(-1)));
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    const [, message, expected, got] = /^(.*?): expected (.*), got (.*)$/s.exec(error.message) ?? [];
    if (expected === undefined) found.add(path, error.message);
    else found.add(path, `${got} does not fit${message === path.at(-1) ? '' : ` ${message}`}`, { expected });
  }
}
