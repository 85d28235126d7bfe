import { type Answer, HttpClient, type RequestOptions } from '../../../conformance/client/index.js';

/**
 * One request on a connection of its own. One that is kept may be closed just when it is used again, after a step or a
 * pressure that took longer than servers keep idle connections.
 */
export async function once(
  url: string,
  method: string,
  path: string,
  options: RequestOptions & { readonly token?: string | undefined } = {},
): Promise<Answer> {
  const { token, ...rest } = options;
  const http = new HttpClient(url, token);
  try {
    return await http.request(method, path, rest);
  } finally {
    http.close();
  }
}
