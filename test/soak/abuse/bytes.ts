/** The parts of one request before they are bytes; what HTTP forbids can be said here, too. */
export interface RequestParts {
  readonly method: string;
  readonly target: string;
  readonly version?: string;
  /** Beside Host, and Content-Length where there is a body. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Left out: a loopback name; null: no Host. */
  readonly host?: string | null;
  readonly body?: string | Uint8Array | undefined;
  /** Left out: that of the body; null: none. */
  readonly contentLength?: string | null;
}

/** Head and body, as they go over the wire. */
export function requestBytes(parts: RequestParts): Buffer {
  const { method, target, version = 'HTTP/1.1', host = '127.0.0.1', headers = [] } = parts;
  const body = parts.body === undefined ? Buffer.alloc(0) : Buffer.from(parts.body);
  const length = parts.contentLength === undefined ? String(body.length) : parts.contentLength;
  const hasLength = length !== null && (parts.body !== undefined || parts.contentLength !== undefined);
  const lines = [
    `${method} ${target} ${version}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    ...(hasLength ? [`Content-Length: ${length}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}
