/** Thrown or rejected values that throw themselves when they are inspected. */
export const trap = (): never => {
  throw new Error('a trap');
};

export const proxyOfTraps: object = new Proxy(
  {},
  { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap },
);

function errorOfTraps(): Error {
  const error = new Error('shown nowhere');
  for (const name of ['stack', 'message', 'name', 'cause', 'code', 'toString'])
    Object.defineProperty(error, name, { get: trap });
  return error;
}

export const hostileThings: Readonly<Record<string, unknown>> = {
  error: new Error('plain'),
  emptyError: new Error(),
  text: 'a text',
  nothing: undefined,
  null: null,
  number: Number.NaN,
  big: 5n,
  symbol: Symbol('s'),
  object: { code: 5 },
  withoutPrototype: Object.create(null),
  unreadable: { toString: trap, [Symbol.toPrimitive]: trap, [Symbol.toStringTag]: 'x' },
  errorOfTraps: errorOfTraps(),
  proxyOfTraps,
  errorOfAnyMessage: Object.assign(new Error(), { message: { toString: trap } }),
};

/** A thenable of another library, which `settle` settles. */
export function foreignPromise(
  settle: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void,
) {
  // biome-ignore lint/suspicious/noThenProperty: it is what makes it a promise
  return { then: settle } as PromiseLike<unknown>;
}
