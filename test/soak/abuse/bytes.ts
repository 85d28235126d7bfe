/** The parts of a request before serialization; they can express invalid HTTP. */
export interface RequestParts {
  readonly method: string;
  readonly target: string;
  readonly version?: string;
  /** Headers other than Host and Content-Length. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Omitted: a loopback name; null: no Host. */
  readonly host?: string | null;
  readonly body?: string | Uint8Array | undefined;
  /** Omitted: that of the body; null: none. */
  readonly contentLength?: string | null;
}

/** Serializes head and body. */
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
