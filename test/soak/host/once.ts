import { type Answer, HttpClient, type RequestOptions } from '../../../conformance/client/index.js';

/**
 * Sends a request on its own connection, because a kept one may be closed after a long step.
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
