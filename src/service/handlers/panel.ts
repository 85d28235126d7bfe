import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gunzipSync } from 'node:zlib';
import type { ApiRequest, Handler, Reply, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import { acceptsGzip } from '../http/responses/gzip.js';
import { packageRoot } from '../package-root.js';

/** The files of the page, as its build names them. With `.gz` at its end a file is compressed, as most browsers get it. */
const files: Readonly<Record<string, string>> = {
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
  'manifest.webmanifest': 'application/manifest+json; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'icon.png': 'image/png',
};

/** The page that comes with the package. */
export const shippedPanel = fileURLToPath(new URL('dist/panel', packageRoot));

/**
 * The page that steers hosts: `/` for browsers, and its files below `/panel`. It is the same for everybody and holds no data,
 * so that it is public; what it shows it asks the API for.
 */
export class PanelHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #folder: string;
  readonly #kept = new Map<string, KeptFile>();
  /** A line for each symbol; it is three megabytes, and unpacked when the first one is asked for. */
  #glyphs: Promise<Buffer> | undefined;

  /** @param folder where the built page lies */
  constructor(folder: string) {
    this.#folder = folder;
    const get = (path: string, handle: Route['handle']): Route => ({
      method: 'GET',
      path,
      isPublic: true,
      handle,
    });
    this.routes = [
      ...Object.entries(files).map(([name, type]) =>
        get(`/panel/${name}`, (request) => this.#file(request, name, type)),
      ),
      get('/panel/glyph', (request) => this.#glyph(request)),
    ];
  }

  /** The page itself; undefined for a client that is no browser, or when there is no page in the folder. */
  page(request: ApiRequest): Reply | undefined {
    if (!/\btext\/html\b/i.test(request.header('accept'))) return undefined;
    if (!existsSync(join(this.#folder, 'index.html'))) return undefined;
    const policy = ['Content-Security-Policy', contentPolicy(request.query('host'))] as const;
    return this.#file(request, 'index.html', 'text/html; charset=utf-8', [
      policy,
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'no-referrer'],
    ]);
  }

  #file(
    request: ApiRequest,
    name: string,
    contentType: string,
    more: NonNullable<Reply['headers']> = [],
  ): Reply {
    const { bytes, zipped, tag } = this.#keep(name);
    const isZipped = zipped !== undefined && acceptsGzip(request);
    const headers: [string, string][] = [
      // Asked for anew each time, and sent only when it has changed: the page and its host are always of one version.
      ['Cache-Control', 'no-cache'],
      ['ETag', tag],
      ['Vary', 'Accept, Accept-Encoding'],
      ...more.map(([header, value]): [string, string] => [header, value]),
    ];
    if (request.header('if-none-match') === tag) return { status: 304, contentType, headers, body: '' };
    if (isZipped) headers.push(['Content-Encoding', 'gzip']);
    return { contentType, headers, body: isZipped ? zipped : bytes };
  }

  /** `?name=`: a Material Symbol as a picture; one that means nothing in particular for a name that there is not. */
  async #glyph(request: ApiRequest): Promise<Reply> {
    const name = request.query('name') ?? '';
    this.#glyphs ??= unzipped(join(this.#folder, 'glyphs.txt.br'));
    const glyphs = await this.#glyphs;
    const line = (each: string) => {
      const at = glyphs.indexOf(`\n${each}\t`);
      return at < 0 ? undefined : glyphs.toString('latin1', at + each.length + 2, glyphs.indexOf(10, at + 1));
    };
    const path = (/^\w{1,64}$/.test(name) ? line(name) : undefined) ?? line('category') ?? '';
    return {
      contentType: 'image/svg+xml',
      headers: [['Cache-Control', 'public, max-age=86400']],
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -960 960 960"><path d="${path}"/></svg>`,
    };
  }

  #keep(name: string): KeptFile {
    let kept = this.#kept.get(name);
    if (kept === undefined) {
      const path = join(this.#folder, name);
      const zipped = existsSync(`${path}.gz`) ? readFileSync(`${path}.gz`) : undefined;
      if (zipped === undefined && !existsSync(path))
        throw new ApiError('not-found', `the page has not been built: ${name}`);
      const bytes = zipped === undefined ? readFileSync(path) : gunzipSync(zipped);
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      kept = { bytes, zipped, tag };
      this.#kept.set(name, kept);
    }
    return kept;
  }
}

async function unzipped(path: string): Promise<Buffer> {
  if (!existsSync(path)) return Buffer.alloc(0);
  return promisify(brotliDecompress)(await readFile(path));
}

interface KeptFile {
  readonly bytes: Buffer;
  readonly zipped: Buffer | undefined;
  readonly tag: string;
}

/** Scripts and styles of this host alone; connections and pictures also of the one that the page is told to steer. */
function contentPolicy(host: string | undefined): string {
  const steered = host === undefined ? '' : ` ${originOf(host)}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${steered}`,
    `connect-src 'self'${steered}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function originOf(host: string): string {
  try {
    const { origin, protocol } = new URL(host);
    // A host of a policy may have wildcards.
    return /^https?:$/.test(protocol) && !origin.includes('*') ? origin : '';
  } catch {
    return '';
  }
}
