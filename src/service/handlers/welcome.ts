import type { ApiRequest, HttpResponse, Route } from '../http/api.js';
import { packageVersion } from '../package-version.js';

const text = `sim-host ${packageVersion}: a remote-control service

  GET /exposed/objects   what is exposed
  GET /api/stream        what changes, as Server-Sent Events
  GET /api/status        who answers
  GET /openapi.json      the description of the API, also as /openapi.yaml

With a token, all but this page and /api/health need "Authorization: Bearer <token>".
The guides are in the folder docs of the package sim-host; README.md there is where to begin.
`;

/**
 * `/` for people who open the address in a browser, and `/api/health` for machines; neither needs a token.
 * @param page returns the page for browsers; undefined to send the text
 */
export function welcomeRoutes(page: (request: ApiRequest) => HttpResponse | undefined): Route[] {
  const welcome = {
    contentType: 'text/plain; charset=utf-8',
    headers: [['Vary', 'Accept']],
    body: text,
  } as const;
  return [
    { method: 'GET', path: '/', isPublic: true, handle: (request) => page(request) ?? welcome },
    { method: 'GET', path: '/api/health', isPublic: true, handle: () => '{"ok":true}' },
  ];
}
