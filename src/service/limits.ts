/**
 * Limits of what clients may send (wire.md section 1, LIM-6), with the status beyond them, and of files (section 7).
 */

/** Maximum bytes of a request body, unless the host sets another `bodyLimit`; 413. */
export const defaultBodyLimit = 1024 * 1024;

/** Maximum values in a request body: scalars, arrays and objects, without the frames of batch items; 413. */
export const maxBodyValues = 50_000;

/** Maximum elements of a list that another may be appended to; 400. */
export const maxListLength = maxBodyValues;

/** Maximum levels of arrays and objects in a request body; 400. */
export const maxBodyDepth = 64;

/** Maximum characters of a number in a request body; 400. */
export const maxNumberLength = 1024;

/** Maximum items of one batch; 413. */
export const maxBatchItems = 10_000;

/** Maximum segments of a property path; 400. */
export const maxPathSteps = 64;

/** Maximum values of one object or response: scalars, arrays and objects; 413. */
export const maxResponseValues = 1_000_000;

/** Maximum bytes of a project file; a larger one is refused. */
export const maxFileBytes = 16 * 1024 * 1024;

/** Maximum levels of arrays and objects in a project file; a deeper one is refused. */
export const maxFileDepth = 64;
