/** The bounds of what a client may send (wire.md section 1, LIM-6), each with a status and a message, and of files (section 7). */

/** Bytes of a request body, unless the host sets another `bodyLimit`; 413. */
export const defaultBodyLimit = 1024 * 1024;

/** Values in a request body: each scalar, array and object counts one, the frames of batch items none; 413. */
export const maxBodyValues = 50_000;

/** Elements that a list may have for another to be appended; 400. */
export const maxListLength = maxBodyValues;

/** Levels of arrays and objects in a request body; 400. */
export const maxBodyDepth = 64;

/** Characters of a number in a request body; 400. */
export const maxNumberLength = 1024;

/** Items of one batch; 413. */
export const maxBatchItems = 10_000;

/** Steps of a property path; 400. */
export const maxPathSteps = 64;

/** Values that one object, or the answer to one read, may expand to: each scalar, array and object counts one; 413. */
export const maxAnswerValues = 1_000_000;

/** Bytes of a file of the project; it is refused. */
export const maxFileBytes = 16 * 1024 * 1024;

/** Levels of arrays and objects in a file of the project; it is refused. */
export const maxFileDepth = 64;
