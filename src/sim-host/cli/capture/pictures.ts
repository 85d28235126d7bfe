import { extname } from 'node:path';

/** Why a picture is not kept, as the end of a sentence. */
export class PictureRefused extends Error {}

export interface Picture {
  readonly bytes: Uint8Array;
  /** With its dot. */
  readonly extension: string;
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
};

/** A host may name any address, of which nobody knows what it sends, and whether it ends. */
const usual = { bytes: 16 * 1024 * 1024, ms: 10_000 } as const;

/** Asks for a picture. @throws PictureRefused */
export async function fetchPicture(
  address: string,
  most: { bytes: number; ms: number } = usual,
): Promise<Picture> {
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new PictureRefused(`its address begins with ${url.protocol}, and not with http: or https:`);
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(most.ms) });
    try {
      if (!answer.ok) throw new PictureRefused(`it is answered with ${answer.status}`);
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      const extension = extensions[type] ?? extname(url.pathname).toLowerCase();
      if (!Object.values(extensions).includes(extension))
        throw new PictureRefused('it is no PNG, JPEG, GIF or WebP');
      return { bytes: await bodyOf(answer, most.bytes), extension };
    } finally {
      // What is left of it is not read.
      await answer.body?.cancel().catch(() => {});
    }
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new PictureRefused(
      isLate ? `it has not come in ${most.ms / 1000} s` : 'its address does not answer',
    );
  }
}

async function bodyOf({ body }: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) throw new PictureRefused(`it has more than ${most / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
