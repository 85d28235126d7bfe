import { checkChoice } from '../common/check-options.js';
import { describePath } from '../common/describe-path.js';
import { nameProblem } from '../common/name-rules.js';
import type { ClassDefinition } from './definition.js';

const kinds = ['component', 'gameObject', 'class', 'struct', 'static'];
/** Characters with a meaning in paths or in the JSON of objects. */
const notInNames = /[.[\]/]|^@/;

/**
 * Checks a definition for plain JavaScript, and for errors that TypeScript types cannot express.
 * @throws Error that names the class, the member and the fix
 */
export function checkDefinition(definition: ClassDefinition): void {
  const { name, kind, members, functions, constructorFunction } = definition;
  if (typeof name !== 'string' || name === '') throw new Error('An exposed class needs a name');
  checkNameable(name, name);
  checkChoice(`${name}: its kind`, kind, kinds);
  if (typeof constructorFunction !== 'function') {
    throw new Error(`${name}: constructorFunction must be the JavaScript class whose instances these are`);
  }
  if (!Array.isArray(members) || !Array.isArray(functions)) {
    throw new Error(`${name}: members and functions must be arrays, empty ones if it has none`);
  }
  checkNames(
    name,
    members.map((member) => member.name),
  );
  // Function names match without regard to case.
  checkNames(
    name,
    functions.map((func) => func.name),
    (text) => text.toLowerCase(),
  );
  for (const member of members) {
    if (typeof member.get !== 'function')
      throw new Error(`${name}.${member.name}: it needs a function get(target)`);
  }
  for (const func of functions) {
    if (typeof func.invoke === 'function') continue;
    throw new Error(`${name}.${func.name}: it needs a function invoke(target, args)`);
  }
}

function checkNames(className: string, names: readonly unknown[], key = (name: string) => name): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (typeof name !== 'string' || name === '' || notInNames.test(name)) {
      throw new Error(
        `${className}.${String(name)}: a name must not be empty, contain . [ ] / or begin with @; give it another one with { name: '…' }`,
      );
    }
    checkNameable(name, `${className}.${name}`);
    if (seen.has(key(name))) {
      throw new Error(
        `${className}.${name}: two have this name; give one of them another with { name: '…' }`,
      );
    }
    seen.add(key(name));
  }
}

/** @param where the name, with that of its class if it is a member */
function checkNameable(name: string, where: string): void {
  const why = nameProblem(name);
  if (why !== undefined) throw new Error(`${describePath(where)}: the name ${why}`);
}
