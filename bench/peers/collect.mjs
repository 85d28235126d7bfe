// Loaded into a server of which the memory is measured (NODE_OPTIONS=--import): SIGUSR2 collects what nothing holds any more, so
// that what is left is what is kept, and not what V8 has not come to yet.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  // What is let go of in the first round, finalizers and weak references, goes in the next.
  for (let round = 0; round < 3; round++) collect();
});
