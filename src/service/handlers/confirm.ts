import { ExposedError } from '../exposed-error.js';
import type { HostClock } from '../host.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { describeJson } from '../json.js';
import type { ConfirmChoice, RemoteConfirmSystem } from '../prompts/confirm-system.js';
import { requireMember } from './body.js';
import { timestamp } from './timestamp.js';

/** `POST /api/confirm`: a remote app's answer to a prompt (SVC-7, PRM-4, PRM-6). */
export class ConfirmHandler implements Handler {
  readonly routes: readonly Route[];

  constructor(prompts: RemoteConfirmSystem, clock: HostClock) {
    const answer = ({ body, clientId }: ApiRequest) => {
      const id = requireMember(body, 'id');
      if (typeof id !== 'string') {
        throw new ExposedError('invalid-request', `"id" must be a text, got ${describeJson(id)}`);
      }
      const settled = prompts.settle(id, choiceOf(requireMember(body, 'choice')), clientId);
      return JSON.stringify({ success: true, settled, ...timestamp(clock) });
    };
    this.routes = [{ method: 'POST', path: '/api/confirm', handle: answer }];
  }
}

/** Unknown choices count as cancel. */
function choiceOf(choice: unknown): ConfirmChoice {
  return choice === 'yes' || choice === 'no' ? choice : 'cancel';
}
