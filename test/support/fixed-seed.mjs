// Fixes the seed of random tests, so that failures depend only on changes; `npm run test:all` uses new seeds.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.RANDOM_SEED ?? 82) });
