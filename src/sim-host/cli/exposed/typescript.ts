import { valueType } from '../../../wire/value-types.js';
import type { EnumInfo, Exposed, FunctionInfo, MemberInfo, TypeInfo } from './exposed.js';
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
  readonly #types: ReadonlyMap<string, TypeInfo>;
  readonly #enums: ReadonlySet<string>;
  /** Enums whose values may combine several names. */
  readonly #flags: ReadonlySet<string>;

  constructor(exposed: Exposed) {
    this.#exposed = exposed;
    this.#types = new Map(exposed.types.map((each) => [each.type, each]));
    this.#enums = new Set(exposed.enums.map(({ type }) => type));
    const described = exposed.types.flatMap(({ properties, functions = [] }) => [
      ...properties,
      ...functions.flatMap(({ parameters }) => parameters),
    ]);
    this.#flags = new Set(
      described.filter(({ isFlags }) => isFlags).map(({ type, elementType }) => elementType ?? type),
    );
    // A name that needs no change is kept; changed names give way to it.
    for (const name of [...this.#types.keys(), ...this.#enums]) if (/^\w+$/.test(name)) this.#names.of(name);
  }

  text(): string {
    const { application, types, enums } = this.#exposed;
    return [
      `// What ${printed(application)} exposes. Written by \`sim-host types\`: do not edit it, write it anew.\n` +
        "import type * as remote from 'sim-host/client';\n",
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
    return this.#types.has(type) ? this.#names.of(type) : 'remote.AnyObject';
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

  /** Unity hosts do not send the kind of a value, so it is looked up. */
  #single({ type, valueKind, ref, controller }: Described): string {
    if (valueKind === 'asset' || controller?.type === 'AssetSelector') return this.#asset(type);
    const isValue = valueKind === undefined ? !this.#types.has(type) : valueKind === 'value';
    const value = isValue ? valueTypeScript(type) : undefined;
    if (value !== undefined) return value;
    if (this.#enums.has(type)) return this.#enumValue(type);
    const info = this.#types.get(type);
    const isReference = valueKind === 'component' || ref === true || info?.kind === 'component';
    if (isReference) return `remote.ObjectReference<${this.#concrete(type)}> | null`;
    if (info !== undefined) return this.#concrete(type);
    return valueKind === 'value' ? 'remote.Json' : this.#asset(type);
  }

  #asset(type: string): string {
    return valueTypeScript(type) ?? 'remote.AssetReference | null';
  }

  #enumValue(type: string): string {
    const name = this.#enumName(type);
    return this.#flags.has(type) ? `remote.Flags<${name}>` : name;
  }

  /** An enum may have the same name as a class. */
  #enumName(type: string): string {
    return this.#names.of(this.#types.has(type) ? `${type} enum` : type);
  }

  /** Returns the union of a class, unless abstract, and its derived classes. */
  #concrete(type: string): string {
    const found = this.#exposed.types.filter(
      (each) => each.isAbstract !== true && (each.type === type || (each.baseTypes?.includes(type) ?? false)),
    );
    if (found.length > 0) return found.map((each) => this.#names.of(each.type)).join(' | ');
    return this.#class(type);
  }
}

/** The name of an application may contain any characters. */
function printed(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[\u2028\u2029]/g, ' ');
}
