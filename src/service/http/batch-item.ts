import { promiseOf } from '../application-code.js';
import type { Access } from './access.js';
import type { Answers } from './answers.js';
import type { Answer, Json, Method, Reply } from './api.js';
import { checkRoute } from './authorize.js';
import { type RequestHead, RoutedRequest } from './request.js';
import type { Router } from './router.js';

/** A request that came in a batch. */
export interface BatchItem {
  readonly method: string;
  readonly pathAndQuery: string;
  readonly body: Json | undefined;
  /** Of the batch. */
  readonly clientId: string;
  readonly access: Access | undefined;
}

/** What is echoed of it; the body is JSON text. */
interface ItemAnswer {
  readonly status: number;
  readonly body: string;
}

/** Answers an item of a batch as a request of its own would be answered. */
export function answerItem(
  { method, pathAndQuery, body, clientId, access }: BatchItem,
  router: Router,
  answers: Answers,
): ItemAnswer | Promise<ItemAnswer> {
  const question = pathAndQuery.indexOf('?');
  const path = question < 0 ? pathAndQuery : pathAndQuery.slice(0, question);
  const head: RequestHead = {
    method: method as Method,
    path,
    query: question < 0 ? '' : pathAndQuery.slice(question + 1),
    lastEventId: '',
    clientHeader: clientId,
    header: () => '',
    address: () => clientId,
    remoteAddress: () => clientId,
  };
  const failed = (error: unknown): ItemAnswer => {
    const { status, message } = answers.describe(error, method, path);
    return { status, body: `{"error":${JSON.stringify(message)}}` };
  };
  try {
    const match = router.find(method, path);
    if (access !== undefined) checkRoute(access, match.route);
    const answer = match.route.handle(new RoutedRequest(head, match, body, access));
    const later = promiseOf(answer);
    return later === undefined ? echo(answer as Answer) : later.then(echo).catch(failed);
  } catch (error) {
    return failed(error);
  }
}

function echo(answer: Answer): ItemAnswer {
  if (typeof answer === 'string') return { status: 200, body: answer };
  const { status = 200, body } = answer as Reply;
  return { status, body: typeof body === 'string' ? body : [...(body as Iterable<string>)].join('') };
}
