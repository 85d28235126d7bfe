import { Changes } from '../../../dist/service/access/changes.js';
import { WritePlan } from '../../../dist/service/access/write-plan.js';
import { Router } from '../../../dist/service/http/router.js';
import { type Faults, type Method, replace } from './replace.js';

/** Faults against the second law: what was refused has changed something, or was told. */
export const allOrNothing: Faults = {
  'failing-assignment-is-not-undone': () => afterThrow((undo) => void undo.splice(-1)),
  'nothing-is-undone': () => afterThrow((undo) => void undo.splice(0)),
  'what-setters-do-besides-is-not-undone': () =>
    afterThrow((undo) => {
      const own = undo.filter((step) => typeof step !== 'function');
      undo.splice(0, undo.length, ...own);
    }),
  'refused-requests-send-events': () =>
    replace(
      Changes.prototype,
      'carryOut',
      (carryOut) =>
        function (
          this: Changes,
          plan: never,
          origin: never,
          handle: never,
          planned: readonly { readonly ref: never }[],
          changed: never,
        ) {
          try {
            return carryOut.call(this as never, plan, origin, handle, planned as never, changed);
          } catch (error) {
            for (const { ref } of planned) this.note(ref, origin);
            throw error;
          }
        } as Method,
    ),
  'a-batch-ends-with-its-first-failure': () =>
    replace(
      Router.prototype,
      'add',
      (add) =>
        function (this: never, route: Route) {
          const { handle } = route;
          const isBatch = route.path === '/exposed/batch';
          const cut = async (request: BatchRequest) => {
            const responses: unknown[] = [];
            for (const item of request.body.requests) {
              const one = Object.create(request, { body: { value: { requests: [item] } } }) as BatchRequest;
              const answer = JSON.parse(String(await handle(one))) as { responses: { status: number }[] };
              responses.push(...answer.responses);
              if (answer.responses[0]!.status >= 400) break;
            }
            return JSON.stringify({ responses });
          };
          return add.call(this, (isBatch ? { ...route, handle: cut } : route) as never);
        } as Method,
    ),
};

interface BatchRequest {
  readonly body: { readonly requests: readonly unknown[] };
}

interface Route {
  readonly path: string;
  readonly handle: (request: BatchRequest) => unknown;
}

function afterThrow(spoil: (undo: unknown[]) => void): void {
  replace(
    WritePlan.prototype,
    'carryOut',
    (carryOut) =>
      function (this: never, carrier: { units: { current: { undo: unknown[] } } }) {
        try {
          return carryOut.call(this, carrier as never);
        } catch (error) {
          spoil(carrier.units.current.undo);
          throw error;
        }
      } as Method,
  );
}
