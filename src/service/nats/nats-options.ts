/** The NATS servers, and the name under which a host publishes and relays find it. */
export interface NatsOptions {
  /** `nats://host:4222` or `tls://host:4222`, with `user:password@` or `token@` if required; several for a cluster. */
  readonly servers: string | readonly string[];
  /** Distinguishes hosts on the same NATS, by letters, digits, `_` and `-` (default: `default`). */
  readonly name?: string | undefined;
  /** Path of a credentials file (`.creds`), or of a file with the seed of a user (nkey). */
  readonly credentials?: string | undefined;
  /** Path of a PEM file with the certificates of the servers' authorities; by default those of Node.js. */
  readonly ca?: string | undefined;
}

export const natsNames = {
  servers: true,
  name: true,
  credentials: true,
  ca: true,
} satisfies Record<keyof NatsOptions, true>;

/** Thrown if NATS cannot be used; the message names the fix. */
export class NatsError extends Error {
  override name = 'NatsError';
}

/** The parsed URLs of a server or a cluster. */
export interface NatsAddress {
  readonly servers: readonly string[];
  readonly isTls: boolean;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
}

/** @throws NatsError for a URL that is not a NATS server */
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
    throw new NatsError('NATS: the part of the URL before the @ must be percent-encoded, with %25 for a %');
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^(nats|tls):$/.test(url.protocol) && url.hostname !== '') return url;
  // The message does not quote the URL, which may contain a password.
  throw new NatsError(
    'NATS: the server must be a URL such as nats://127.0.0.1:4222 or tls://nats.example:4222',
  );
}

/** The subjects, the stream and the bucket of one host (docs/scaling.md). */
export class Names {
  /** Subject of requests, which the host answers. */
  readonly requests: string;
  /** Subject of pings, which the host answers with its record. */
  readonly ping: string;
  /** Subject of events, one message per flush. */
  readonly events: string;
  /** The JetStream stream that keeps the events. */
  readonly stream: string;
  /** The bucket of the lease. */
  readonly bucket: string;
  /** Prefix of the subjects of relays' presence records; `.` and the id of the relay follow. */
  readonly apps: string;

  /** @throws NatsError for a name that NATS subjects cannot contain */
  constructor(name = 'default') {
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw new NatsError(
        `NATS: the name ${JSON.stringify(name)} must consist of at most 64 letters, digits, "_" and "-"`,
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
