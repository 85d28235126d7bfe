import { availableParallelism } from 'node:os';

/** Cucumber runs the features against sim-host processes of its own; `npm run features -- --tags @DEP-2` runs a part. */
export default {
  import: ['features/support/**/*.ts', 'features/steps/**/*.ts'],
  strict: true,
  publishQuiet: true,
  parallel: Math.max(2, availableParallelism()),
};
