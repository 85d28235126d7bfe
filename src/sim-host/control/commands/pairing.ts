import { ExposedError } from '../../../service/index.js';
import { type ControlContext, command } from '../command.js';

/** The code that buys a token, for scripts that pair devices. */
export const pairingCommands = ({ service }: ControlContext) =>
  [
    command('pairing.code', {}, () => {
      const { pairing } = service;
      if (pairing === undefined)
        throw new ExposedError('invalid-request', 'this host does not pair; start it with --pair');
      const { code, access } = pairing;
      return { code, access, seconds: Math.ceil(pairing.validMs / 1000) };
    }),
  ] as const;
