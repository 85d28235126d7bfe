/** What a plan can assign to: a member of an object. */
export interface Assignable {
  readonly type: { equal(a: unknown, b: unknown): boolean };
  readonly get: (target: object) => unknown;
  readonly set: ((target: object, value: unknown) => void) | undefined;
}

/** Gathers the assignments that a conversion asks for: it changes nothing itself. */
export interface Plan {
  assign(target: object, to: Assignable, value: unknown): void;
}

/** Assigns at once: for fresh values, which nobody sees yet. */
export const atOnce: Plan = {
  assign: (target, to, value) => to.set?.(target, value),
};
