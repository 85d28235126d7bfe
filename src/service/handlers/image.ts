import type { Handler, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import type { Access } from '../http/security/access.js';

/** Returns the PNG of an ImagePreview member; undefined if there is none. */
export type ImageSource = (id: string, path: string, access: Access | undefined) => Uint8Array | undefined;

/** `GET /exposed/image/{id}/{path}`: returns the image of an ImagePreview member (DSC-11). */
export class ImageHandler implements Handler {
  readonly routes: readonly Route[];

  constructor(source: ImageSource) {
    this.routes = [
      {
        method: 'GET',
        path: '/exposed/image/{id}/{path}',
        handle: ({ id, rest, access }) => {
          const png = source(id, rest, access);
          if (png === undefined) throw new ApiError('image-not-found', `${id}/${rest}`);
          return { contentType: 'image/png', headers: [['Cache-Control', 'no-store']], body: png };
        },
      },
    ];
  }
}
