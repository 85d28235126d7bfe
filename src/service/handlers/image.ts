import type { Guards } from '../authorization/guards.js';
import type { HostImages } from '../host.js';
import type { ApiRequest, HttpResponse, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import type { ExposedModel } from '../model/model.js';

/** `GET /exposed/image/{id}/{path}`: returns the image of an ImagePreview member (DSC-11). */
export function imageRoutes(
  { objects, resolver }: ExposedModel,
  guards: Guards,
  images: HostImages,
): Route[] {
  const show = ({ id, rest, access }: ApiRequest): HttpResponse => {
    const ref = guards.of(access)?.property(id, rest) ?? resolver.property(objects.required(id), rest, true);
    const png = images.png(ref.owner.target, ref.owner.member.name);
    if (png === undefined) throw new ApiError('image-not-found', `${id}/${rest}`);
    return { contentType: 'image/png', headers: [['Cache-Control', 'no-store']], body: png };
  };
  return [{ method: 'GET', path: '/exposed/image/{id}/{path}', handle: show }];
}
