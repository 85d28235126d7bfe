/** Thrown if the model and the service disagree. */
export class Disagreement extends Error {}
