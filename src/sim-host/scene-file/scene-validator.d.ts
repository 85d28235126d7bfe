import type { ErrorObject } from 'ajv';

/**
 * Whether a parsed document is as scenes/scene.schema.json has it. Its code is what Ajv makes of the schema when the project
 * is built (scripts/scene-validator.mjs), since compiling took half of the time of a start.
 */
export const validate: {
  (document: unknown): boolean;
  /** What was wrong with the last document, each with the part of the schema and of the document that it is about. */
  errors?: null | ErrorObject[];
};
