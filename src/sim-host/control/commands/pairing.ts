import { ExposedError } from '../../../service/index.js';
import { type ControlContext, command } from '../command.js';

/** The code that devices exchange for a token. */
export const pairingCommands = ({ service }: ControlContext) =>
  [
    command('pairing.code', {}, () => {
      const { pairing } = service;
      if (pairing === undefined)
        throw new ExposedError('invalid-request', 'pairing is disabled; start the host with --pair');
      const { code, access } = pairing;
      return { code, access, seconds: Math.ceil(pairing.validMs / 1000) };
    }),
  ] as const;
