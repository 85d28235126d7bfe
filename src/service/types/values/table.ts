import { valueTypes as table, type ValueTypeInfo } from '../../../wire/value-types.js';
import { floatType, integerType } from './numbers.js';
import { partsType } from './parts.js';
import { Bool, Text } from './text.js';
import type { ValueType } from './value-type.js';

const types = new Map<string, ValueType>();
for (const [name, info] of Object.entries(table)) types.set(name, typeOf(name, info));

function typeOf(name: string, info: ValueTypeInfo): ValueType {
  switch (info.form) {
    case 'boolean':
      return Bool;
    case 'text':
      return Text;
    case 'integer':
      return integerType(name, info);
    case 'float':
      return floatType(name, info);
    case 'parts': {
      const parts = Object.entries(info.parts).map(([key, part]) => [key, types.get(part)!] as const);
      return partsType(name, Object.fromEntries(parts), info.initial);
    }
  }
}

/** Value types by wire name. */
export const valueTypes: ReadonlyMap<string, ValueType> = types;
