import type { ConfirmChoice } from '../../wire/confirm-choices.js';
import type { HostClock } from '../host.js';
import type { ApiRequest, Route } from '../http/api.js';
import type { RemoteConfirmSystem } from '../prompts/confirm-system.js';
import { requireMember, textMember } from './body-members.js';
import { timestamp } from './timestamp.js';

/** `POST /api/confirm`: receives the choice of a remote app for a prompt (SVC-7, PRM-4, PRM-6). */
export function confirmRoutes(prompts: RemoteConfirmSystem, clock: HostClock): Route[] {
  const confirm = ({ body, clientId }: ApiRequest) => {
    const id = textMember(body, 'id');
    const settled = prompts.settle(id, choiceOf(requireMember(body, 'choice')), clientId);
    return JSON.stringify({ success: true, settled, ...timestamp(clock) });
  };
  return [{ method: 'POST', path: '/api/confirm', handle: confirm }];
}

/** Unknown choices count as cancel. */
function choiceOf(choice: unknown): ConfirmChoice {
  return choice === 'yes' || choice === 'no' ? choice : 'cancel';
}
