// Properties draw the same each time, so that a failure tells of a change and not of luck; `npm run test:all` draws anew.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.RANDOM_SEED ?? 82) });
