import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gunzipSync } from 'node:zlib';
import type { ApiRequest, Handler, HttpResponse, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import { acceptsGzip } from '../http/responses/gzip.js';
import { packageRoot } from '../package-root.js';

/** Content types of the panel's built files. A `.gz` copy is sent to browsers that accept gzip. */
const files: Readonly<Record<string, string>> = {
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
  'manifest.webmanifest': 'application/manifest+json; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'icon.png': 'image/png',
};

/** Folder of the panel in this package. */
export const shippedPanel = fileURLToPath(new URL('dist/panel', packageRoot));

/**
 * Serves the web panel: its page at `/` for browsers, and its files at `/panel`. They contain no data of the application,
 * so they are public.
 */
export class PanelHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #folder: string;
  readonly #cache = new Map<string, CachedFile>();
  /** One line per symbol; three megabytes, so it is decompressed on the first request for a symbol. */
  #glyphs: Promise<Buffer> | undefined;

  /** @param folder contains the built panel */
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

  /** Returns the page; undefined if the client is not a browser, or the panel has not been built. */
  page(request: ApiRequest): HttpResponse | undefined {
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
    more: NonNullable<HttpResponse['headers']> = [],
  ): HttpResponse {
    const { bytes, zipped, tag } = this.#read(name);
    const isZipped = zipped !== undefined && acceptsGzip(request);
    const headers: [string, string][] = [
      // Browsers revalidate every time, so the panel always has the version of its host.
      ['Cache-Control', 'no-cache'],
      ['ETag', tag],
      ['Vary', 'Accept, Accept-Encoding'],
      ...more.map(([header, value]): [string, string] => [header, value]),
    ];
    if (request.header('if-none-match') === tag) return { status: 304, contentType, headers, body: '' };
    if (isZipped) headers.push(['Content-Encoding', 'gzip']);
    return { contentType, headers, body: isZipped ? zipped : bytes };
  }

  /** Returns the Material Symbol `?name=` as SVG, or the symbol `category` for an unknown name. */
  async #glyph(request: ApiRequest): Promise<HttpResponse> {
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

  #read(name: string): CachedFile {
    let file = this.#cache.get(name);
    if (file === undefined) {
      const path = join(this.#folder, name);
      const zipped = existsSync(`${path}.gz`) ? readFileSync(`${path}.gz`) : undefined;
      if (zipped === undefined && !existsSync(path))
        throw new ApiError('not-found', `the page has not been built: ${name}`);
      const bytes = zipped === undefined ? readFileSync(path) : gunzipSync(zipped);
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      file = { bytes, zipped, tag };
      this.#cache.set(name, file);
    }
    return file;
  }
}

async function unzipped(path: string): Promise<Buffer> {
  if (!existsSync(path)) return Buffer.alloc(0);
  return promisify(brotliDecompress)(await readFile(path));
}

interface CachedFile {
  readonly bytes: Buffer;
  readonly zipped: Buffer | undefined;
  readonly tag: string;
}

/** Allows scripts and styles of this host only; connections and images also of the host that `?host=` names. */
function contentPolicy(host: string | undefined): string {
  const other = host === undefined ? '' : ` ${originOf(host)}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${other}`,
    `connect-src 'self'${other}`,
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
