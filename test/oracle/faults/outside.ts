import { Callers } from '../../../dist/service/access/origin.js';
import { ExposedMember } from '../../../dist/service/types/exposed-member.js';
import { type Faults, replace } from './replace.js';

/** Faults against the third law: what the application's code does costs more than itself. */
export const outside: Faults = {
  'the-caller-is-lost-after-an-await': () =>
    replace(
      Callers.prototype,
      'run',
      (run) =>
        function (this: never, origin: never, action: () => unknown) {
          let result: unknown;
          run.call(this, origin, (() => {
            result = action();
          }) as never);
          return result;
        },
    ),
  'a-failing-getter-costs-its-object': () =>
    replace(
      ExposedMember.prototype,
      'read',
      () =>
        function (this: ExposedMember, target: object) {
          return this.get(target);
        } as never,
    ),
};
