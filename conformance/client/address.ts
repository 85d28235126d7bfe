import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** The parts of a base URL. */
export interface Address {
  readonly isTls: boolean;
  readonly request: typeof httpRequest;
  readonly Agent: typeof HttpAgent;
  /** The host without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  /** The path of the base URL that prefixes every other path (SVC-2), without a trailing slash. */
  readonly prefix: string;
}

export function addressOf(baseUrl: string): Address {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  return {
    isTls,
    request: isTls ? httpsRequest : httpRequest,
    Agent: isTls ? HttpsAgent : HttpAgent,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? 443 : 80),
    prefix: pathname.replace(/\/+$/, ''),
  };
}
