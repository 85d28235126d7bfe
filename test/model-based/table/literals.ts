import type { Choices } from '../choices.js';
import { enums, partsOf, type ScalarName, type TypeSpec } from './spec.js';

const numbers = ['1', '0', '2', '7', '-3', '100'];
const singles = ['1', '0', '0.1', '7', '2.5', '-0.3', '1e10', '16777217'];

/** JavaScript for a value in memory; a class value is a new instance. */
export function literal(type: TypeSpec, c: Choices): string {
  switch (type.of) {
    case 'scalar':
      return scalar(type.name, c);
    case 'parts': {
      const parts = Object.entries(partsOf[type.name]);
      return `{ ${parts.map(([name, part]) => `${name}: ${literal(part, c)}`).join(', ')} }`;
    }
    case 'enum':
      return String(c.pick(Object.values(enums[type.name].values)));
    case 'class':
      return `new ${type.name}()`;
    case 'array':
      return `[${Array.from({ length: c.below(4) }, () => literal(type.element, c)).join(', ')}]`;
  }
}

function scalar(name: ScalarName, c: Choices): string {
  switch (name) {
    case 'Boolean':
      return c.pick(['false', 'true']);
    case 'String':
      return c.pick(["'a'", "''", "'b'", "'seven'", "'5'", "'x/y'", 'null']);
    case 'Byte':
      return c.pick(['1', '0', '255', '7']);
    case 'Int16':
    case 'Int32':
      return c.pick(numbers);
    case 'Int64':
      return c.pick(['1n', '0n', '7n', '9007199254740993n', '-5n']);
    case 'Single':
      return c.pick(singles);
    case 'Double':
      return c.pick([...singles, 'NaN', 'Infinity', '0.30000000000000004']);
    case 'Asset':
      return 'null';
  }
}
