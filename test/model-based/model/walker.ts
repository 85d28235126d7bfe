import type { Reader } from './reader.js';
import type { Registry } from './registry.js';
import type { Schema } from './schema.js';

/** Base of the classes that traverse values of a schema, in which registered objects are references. */
export abstract class Walker {
  protected readonly schema: Schema;
  protected readonly registry: Registry;
  protected readonly reader: Reader;

  constructor(schema: Schema, registry: Registry, reader: Reader) {
    this.schema = schema;
    this.registry = registry;
    this.reader = reader;
  }
}
