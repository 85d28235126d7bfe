import type { ErrorObject } from 'ajv';

/**
 * Validates a parsed document against scenes/scene.schema.json. Ajv generates its code when the project is built
 * (scripts/scene-validator.mjs), because compiling the schema at run time would take half of the startup time.
 */
export const validate: {
  (document: unknown): boolean;
  /** The errors of the last document. */
  errors?: null | ErrorObject[];
};
