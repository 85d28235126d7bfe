import { valueType } from '../../../wire/value-types.js';
import type { EnumInfo, Exposed, FunctionInfo, MemberInfo, TypeInfo } from './exposed.js';
import { HostTypes } from './host-types.js';
import { comment, Identifiers, literal, memberName } from './identifiers.js';

/** Returns the TypeScript type of a value type. Int64 values that a number cannot represent are bigint. */
function valueTypeScript(name: string): string | undefined {
  if (name === 'Void') return 'void';
  if (name === 'Int64') return 'number | bigint';
  const form = valueType(name)?.form;
  if (form === undefined) return undefined;
  return { boolean: 'boolean', integer: 'number', float: 'number', text: 'string', parts: `remote.${name}` }[
    form
  ];
}

/** Returns the types of a host for `connect<Studio>()`; the same host always gives the same text. */
export function typeScript(exposed: Exposed): string {
  return new Writer(exposed).text();
}

/** Something that has a type. */
type Described = Pick<MemberInfo, 'type'> & Partial<MemberInfo>;

class Writer {
  readonly #exposed: Exposed;
  readonly #names = new Identifiers();
  readonly #types: HostTypes;

  constructor(exposed: Exposed) {
    const { types, enums, objects } = exposed;
    this.#exposed = exposed;
    this.#types = new HostTypes(types, enums, [...objects.values()]);
    // Names that need no change are assigned first, so that changed names do not take them.
    for (const { type } of [...types, ...enums]) if (/^\w+$/.test(type)) this.#names.of(type);
  }

  text(): string {
    const { application, types, enums } = this.#exposed;
    const origin = `What ${application} exposes. Written by \`sim-host types\`: do not edit it, write it anew.`;
    return [
      `${comment('', origin)}import type * as remote from 'sim-host/client';\n`,
      ...enums.map((each) => this.#enum(each)),
      ...types.map((each) => this.#type(each)),
      this.#studio(),
    ].join('\n');
  }

  #enum({ type, values, help }: EnumInfo): string {
    const names = values.map(({ name }) => literal(name)).join(' | ') || 'never';
    return `${comment('', help)}export type ${this.#enumName(type)} = ${names};\n`;
  }

  #type(info: TypeInfo): string {
    const lines = [
      `  readonly '@type': ${literal(info.type)};\n`,
      ...(info.kind === 'struct' ? ["  readonly '@struct'?: true;\n"] : []),
      ...info.properties.map((each) => this.#member(each)),
      ...(info.functions === undefined ? [] : [this.#functions(info.functions)]),
    ];
    return `${comment('', info.help)}export interface ${this.#names.of(info.type)} {\n${lines.join('')}}\n`;
  }

  #member(member: MemberInfo): string {
    const readonly = member.isReadOnly ? 'readonly ' : '';
    return `${comment('  ', member.label, member.help)}  ${readonly}${memberName(member.name)}: ${this.#valueOf(member)};\n`;
  }

  #functions(functions: readonly FunctionInfo[]): string {
    const lines = functions.map((each) => {
      const required = each.parameters.findLastIndex(({ defaultValue }) => defaultValue === undefined);
      const names = new Identifiers();
      const parameters = each.parameters.map(
        (parameter, i) =>
          `${names.of(parameter.name)}${i > required ? '?' : ''}: ${this.#valueOf(parameter)}`,
      );
      const result = this.#valueOf({ type: each.returnType });
      return `${comment('    ', each.label, each.help)}    ${memberName(each.name)}(${parameters.join(', ')}): ${result};\n`;
    });
    return `  readonly '@functions'?: {\n${lines.join('')}  };\n`;
  }

  #studio(): string {
    const lines = [...this.#exposed.objects].map(
      ([key, object]) => `    ${memberName(key)}: ${this.#class(object['@type'])};\n`,
    );
    return `/** For \`connect<Studio>(url)\`. */\nexport interface Studio {\n  objects: {\n${lines.join('')}  };\n}\n`;
  }

  #class(type: string): string {
    return this.#types.find(type) === undefined ? 'remote.AnyObject' : this.#names.of(type);
  }

  #valueOf(described: Described): string {
    const { type, isNullable } = described;
    const array = /^(.*)\[\]$/s.exec(type);
    const value = array === null ? this.#single(described) : this.#array(described, array[1]!);
    return isNullable && !/ \| null$/.test(value) ? `${value} | null` : value;
  }

  #array(described: Described, type: string): string {
    const { elementTypeOptions, isNullable: _, ...ofElement } = described;
    const element =
      elementTypeOptions === undefined
        ? this.#valueOf({ ...ofElement, type })
        : elementTypeOptions.map((each) => this.#class(each)).join(' | ');
    return / /.test(element) ? `(${element})[]` : `${element}[]`;
  }

  #single(described: Described): string {
    const { type } = described;
    switch (this.#types.valueKind(described)) {
      case 'enum':
        return this.#enumValue(type);
      case 'component':
        return `remote.ObjectReference<${this.#concrete(type)}> | null`;
      case 'class':
        return this.#concrete(type);
      case 'value':
        return valueTypeScript(type) ?? 'remote.Json';
      default:
        return valueTypeScript(type) ?? 'remote.AssetReference | null';
    }
  }

  #enumValue(type: string): string {
    const name = this.#enumName(type);
    return this.#types.isFlags(type) ? `remote.Flags<${name}>` : name;
  }

  /** An enum may have the same name as a class. */
  #enumName(type: string): string {
    return this.#names.of(this.#types.find(type) === undefined ? type : `${type} enum`);
  }

  /** Returns the union of a class, unless abstract, and its derived classes. */
  #concrete(type: string): string {
    const found = this.#types.concrete(type);
    if (found.length > 0) return found.map((each) => this.#names.of(each.type)).join(' | ');
    return this.#class(type);
  }
}
