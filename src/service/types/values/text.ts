import { notConvertible, type ValueType } from './value-type.js';

export const Bool: ValueType = {
  name: 'Boolean',
  merges: false,
  defaultValue: () => false,
  read(json, _current, where) {
    if (typeof json !== 'boolean') throw notConvertible(where, 'Boolean', json);
    return json;
  },
  write: (value) => (value ? 'true' : 'false'),
  expected: 'Boolean, true or false',
  fits: (value) => typeof value === 'boolean',
  equal: (a, b) => a === b,
};

/** String, for which null is a value; numbers and booleans are converted. */
export const Text: ValueType = {
  name: 'String',
  merges: false,
  defaultValue: () => null,
  read(json, _current, where) {
    if (json === null || typeof json === 'string') return json;
    if (typeof json === 'object') throw notConvertible(where, 'String', json);
    return String(json);
  },
  write(value) {
    const isText = value !== null && value !== undefined && typeof value !== 'function';
    return isText ? JSON.stringify(String(value)) : 'null';
  },
  expected: 'String',
  fits: (value) => typeof value === 'string',
  equal: (a, b) => (a ?? null) === (b ?? null),
};
