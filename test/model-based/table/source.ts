import {
  type ClassSpec,
  type Effect,
  enums,
  type FunctionSpec,
  type MemberSpec,
  type Table,
  typeName,
} from './spec.js';

/** The table as a TypeScript program of an application; `app` has its registered objects by key. */
export function sourceOf(table: Table): string {
  const declared = Object.entries(enums).map(
    ([name, { flags, values }]) =>
      `exposeEnum(${JSON.stringify(values)}, { name: '${name}'${flags ? ', flags: true' : ''} });`,
  );
  return [...declared, ...table.classes.map(classSource)].join('\n');
}

function classSource(spec: ClassSpec): string {
  const { name, via, kind, base, isAbstract, members, functions } = spec;
  const options = [
    `name: '${name}'`,
    ...(kind === 'class' ? [] : [`kind: '${kind}'`]),
    ...(isAbstract ? ['abstract: true'] : []),
  ].join(', ');
  const isStatic = kind === 'static';
  const body = [
    ...members.flatMap((member) => memberSource(member, via === 'decorators', isStatic)),
    ...(spec.overrides ?? []).map(
      (each) => `get ${each}() { return super.${each}; } set ${each}(value) { super.${each} = value; }`,
    ),
    ...functions.map((each) => functionSource(each, via === 'decorators', isStatic)),
  ].map((line) => `  ${line}`);
  // An expression, because swc drops the name of a declaration inside a function.
  const head = `const ${name} = ${via === 'decorators' ? `@exposedClass({ ${options} }) ` : ''}`;
  const after = via === 'decorators' ? '' : `\n${definition(spec)}`;
  return `${head}class ${name}${base === undefined ? '' : ` extends ${base}`} {\n${body.join('\n')}\n};${after}`;
}

function optionsOf(member: MemberSpec): string {
  const { type, isReadOnly, isNullable, isKey, persist } = member;
  return [
    `type: '${typeName(type)}'`,
    ...(isReadOnly ? ['readOnly: true'] : []),
    ...(isNullable ? ['nullable: true'] : []),
    ...(isKey ? ['key: true'] : []),
    ...(persist === undefined ? [] : [`persist: ${persist}`]),
  ].join(', ');
}

function memberSource(member: MemberSpec, isDecorated: boolean, isStatic: boolean): string[] {
  const { name, how, value, setter } = member;
  const place = isStatic ? 'static ' : '';
  const decorator = isDecorated
    ? `@exposed${how === 'accessor' || how === 'field' ? 'Field' : 'Property'}({ ${optionsOf(member)} }) `
    : '';
  if (how === 'accessor') return [`${decorator}${place}accessor ${name} = ${value};`];
  if (how === 'field') return [`${decorator}${place}${name} = ${value};`];
  if (how === 'computed') return [`${decorator}${place}get ${name}() { return ${value}; }`];
  const before = [
    ...(setter?.throws === 'before' ? [`if (refuses(value)) throw new Error('refused');`] : []),
    ...(setter?.clamp ? ['value = Math.min(10, Math.max(-10, value));'] : []),
  ];
  const after = [
    ...(setter?.throws === 'after' ? [`if (refuses(value)) throw new Error('refused late');`] : []),
    ...(setter?.effects ?? []).map(effectSource),
  ];
  const set = [...before, `this._${name} = value;`, ...after].join(' ');
  return [
    `${place}_${name} = ${value};`,
    `${decorator}${place}get ${name}() { return this._${name}; }`,
    `${place}set ${name}(value) { ${set} }`,
  ];
}

function effectSource(effect: Effect): string {
  switch (effect.does) {
    case 'set':
      return `this.${effect.member} = ${effect.value};`;
    case 'setOther':
      return `if (app.${effect.key}) app.${effect.key}.${effect.member} = ${effect.value};`;
    case 'push':
      return `this.${effect.member}.push(${effect.value});`;
    case 'throw':
      return `throw new Error('failed');`;
    case 'await':
      return 'await null;';
  }
}

function functionSource(spec: FunctionSpec, isDecorated: boolean, isStatic: boolean): string {
  const { name, isAsync, parameters, returns, effects } = spec;
  const result = returns === undefined ? [] : [`return this.${returns.member};`];
  const throwsAtLast = effects.at(-1)?.does === 'throw';
  const body = [...effects.map(effectSource), ...(throwsAtLast ? [] : result)].join(' ');
  const decorator = isDecorated ? `@exposedFunction({ ${signature(spec)} }) ` : '';
  const words = `${isStatic ? 'static ' : ''}${isAsync ? 'async ' : ''}`;
  return `${decorator}${words}${name}(${parameters.map((each) => each.name).join(', ')}) { ${body} }`;
}

function signature({ parameters, returns }: FunctionSpec): string {
  const types = parameters.map((each) => `${each.name}: { type: '${typeName(each.type)}' }`).join(', ');
  return [`parameters: { ${types} }`, ...(returns ? [`returns: '${typeName(returns.type)}'`] : [])].join(
    ', ',
  );
}

/** A definition as used by scene files and applications without decorators. */
function definition({ name, via, kind, base, isAbstract, members, functions }: ClassSpec): string {
  const each = (member: MemberSpec) => {
    const isField = member.how === 'field' || member.how === 'accessor';
    const set = member.how === 'computed' ? 'undefined' : `(o, v) => { o.${member.name} = v; }`;
    return (
      `    { name: '${member.name}', ${optionsOf(member)}, kind: '${isField ? 'field' : 'property'}', ` +
      `observed: ${via === 'scene'}, get: (o) => o.${member.name}, set: ${set} },`
    );
  };
  const call = (spec: FunctionSpec) => {
    const parameters = spec.parameters.map((p) => `{ name: '${p.name}', type: '${typeName(p.type)}' }`);
    const returnType = spec.returns === undefined ? 'Void' : typeName(spec.returns.type);
    return (
      `    { name: '${spec.name}', returnType: '${returnType}', parameters: [${parameters.join(', ')}], ` +
      `invoke: (o, args) => o.${spec.name}(...args) },`
    );
  };
  return [
    'define({',
    `  name: '${name}', kind: '${kind}',${base === undefined ? '' : ` base: '${base}',`}${isAbstract ? ' abstract: true,' : ''}`,
    `  constructorFunction: ${name},${isAbstract || kind === 'static' ? '' : ` create: () => new ${name}(),`}`,
    `  members: [\n${members.map(each).join('\n')}\n  ],`,
    `  functions: [\n${functions.map(call).join('\n')}\n  ],`,
    '});',
  ].join('\n');
}
