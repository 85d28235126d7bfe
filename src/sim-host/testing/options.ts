import { inspect } from 'node:util';
import { blamingCaller } from '../../service/classes/caller.js';
import { checkNames } from '../../service/common/check-options.js';
import type { SceneDescription } from '../scene-file/index.js';
import type { SimHostOptions } from '../sim-host-options.js';

/** Options of a host in a test. The scene sets those that are omitted, except for port and clock. */
export interface TestHostOptions extends Omit<SimHostOptions, 'scene' | 'commandsInProcess'> {
  /** Path or `file:` URL of a scene file, or the scene itself as an object. */
  readonly scene: string | { readonly href: string } | SceneDescription;
  /**
   * The `file:` URL, such as `import.meta.url`, that relative paths of a scene object start from. Defaults to the
   * working directory.
   */
  readonly baseUrl?: string | { readonly href: string };
  /** Defaults to any free port. */
  readonly port?: number;
  /** Defaults to `manual`: frames only happen in `step`. */
  readonly clock?: 'real' | 'manual';
  /**
   * A project folder, which is kept. By default the host uses a temporary copy of the folder of the scene, which
   * `stop` deletes.
   */
  readonly project?: string;
}

type Rule = readonly [expected: string, fits: (given: unknown) => boolean];

/** The service checks these values itself. */
const anything: Rule = ['', () => true];
const text: Rule = ['a non-empty string', (given) => typeof given === 'string' && given !== ''];
const texts: Rule = ['an array of strings', (given) => Array.isArray(given) && given.every(text[1])];
const truth: Rule = ['true or false', (given) => typeof given === 'boolean'];
const integer: Rule = ['an integer', Number.isInteger];
const port: Rule = [
  'an integer from 0 (any free port) to 65535',
  (given) => integer[1](given) && (given as number) >= 0 && (given as number) <= 65_535,
];
const oneOf = (...values: readonly string[]): Rule => [
  `one of ${values.join(', ')}`,
  (given) => values.includes(given as string),
];

const rules: Readonly<Record<keyof TestHostOptions, Rule>> = {
  scene: [
    'the path or file: URL of a scene file, or a scene as an object',
    (given) => text[1](given) || isObject(given),
  ],
  baseUrl: anything,
  port,
  host: text,
  allowExternalConnections: truth,
  token: text,
  readToken: text,
  pair: oneOf('full', 'read'),
  allow: texts,
  tlsCert: text,
  tlsKey: text,
  tlsPassphrase: anything,
  allowOrigin: texts,
  allowHost: texts,
  panel: truth,
  http: oneOf('uws', 'node', 'auto'),
  nats: text,
  natsName: text,
  natsCredentials: text,
  natsCa: text,
  clock: oneOf('manual', 'real'),
  rate: [
    'a number of frames per second from 1 to 1000',
    (given) => typeof given === 'number' && given >= 1 && given <= 1000,
  ],
  seed: integer,
  project: text,
  control: port,
  mayRest: truth,
  watch: truth,
};

/** @throws Error that names the option and the expected value; its stack starts at the caller of `entry` */
export function checkHostOptions(options: TestHostOptions, entry: Function): void {
  blamingCaller(entry, () => {
    const given: Readonly<Record<string, unknown>> = isObject(options) ? { ...options } : {};
    checkNames('startSimHost', given, rules as unknown as Readonly<Record<string, true>>);
    for (const [name, [expected, fits]] of Object.entries(rules)) {
      const isLeftOut = given[name] === undefined && name !== 'scene';
      if (isLeftOut || fits(given[name])) continue;
      throw new TypeError(
        `startSimHost: ${name} must be ${expected}, got ${inspect(given[name], { depth: 0 })}`,
      );
    }
  });
}

function isObject(given: unknown): given is object {
  return typeof given === 'object' && given !== null;
}
