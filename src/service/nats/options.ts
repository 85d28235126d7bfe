/** Where and as what a host publishes, or a relay finds it. */
export interface NatsOptions {
  /** `nats://host:4222` or `tls://host:4222`, with `user:password@` or `token@` where it asks for them; several for a cluster. */
  readonly servers: string | readonly string[];
  /** Tells hosts on the same NATS apart: letters, digits, `_` and `-`; `default` when left out. */
  readonly name?: string | undefined;
  /** Path of a credentials file (`.creds`), or of the seed of a user's key (nkey). */
  readonly credentials?: string | undefined;
  /** Path of the certificates of who signs those of the servers, as PEM; those that Node.js knows when left out. */
  readonly ca?: string | undefined;
}

export const natsNames = {
  servers: true,
  name: true,
  credentials: true,
  ca: true,
} satisfies Record<keyof NatsOptions, true>;

/** What is wrong with where and how to reach NATS; the message names the fix. */
export class NatsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NatsError';
  }
}

/** How to reach one server, or several of a cluster. */
export interface NatsAddress {
  readonly servers: readonly string[];
  readonly isTls: boolean;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
}

/** @throws NatsError for what is no URL of NATS */
export function addressOf(servers: NatsOptions['servers']): NatsAddress {
  if (typeof servers !== 'string' && !Array.isArray(servers))
    throw new NatsError(
      "NATS: give servers, a URL or an array of them: { servers: 'nats://127.0.0.1:4222' }",
    );
  const urls = (typeof servers === 'string' ? servers.split(',') : servers).map((each) => urlOf(each.trim()));
  const [first] = urls;
  if (first === undefined)
    throw new NatsError('NATS: give at least one server, such as nats://127.0.0.1:4222');
  const [user, pass] = [decoded(first.username), decoded(first.password)];
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    isTls: first.protocol === 'tls:',
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new NatsError('NATS: what stands before the @ of the URL must be percent-encoded: a % is %25');
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^(nats|tls):$/.test(url.protocol) && url.hostname !== '') return url;
  // Not with what was given, which may hold a password.
  throw new NatsError(
    'NATS: the server must be a URL such as nats://127.0.0.1:4222 or tls://nats.example:4222',
  );
}

/** What the subjects, the stream and the bucket of one host are called (docs/scaling.md). */
export class Names {
  /** Requests of apps, answered by the host. */
  readonly requests: string;
  /** Answered by the host that is there with what relays have to know of it. */
  readonly ping: string;
  /** Events, flush by flush. */
  readonly events: string;
  /** The stream of JetStream that keeps the events. */
  readonly stream: string;
  /** The bucket of the lease of the name. */
  readonly bucket: string;
  /** Followed by `.` and the id of a relay: its records of the apps that are there. */
  readonly apps: string;

  /** @throws NatsError for a name that NATS cannot carry */
  constructor(name = 'default') {
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw new NatsError(
        `NATS: the name ${JSON.stringify(name)} must be of letters, digits, "_" and "-", 64 at most`,
      );
    }
    const base = `sim-host.${name}`;
    this.requests = `${base}.requests`;
    this.ping = `${base}.ping`;
    this.events = `${base}.events`;
    this.apps = `${base}.apps`;
    this.stream = `sim-host-${name}`;
    this.bucket = `sim-host-${name}`;
  }
}
