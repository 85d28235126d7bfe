// Preloaded into a server whose memory is measured (NODE_OPTIONS=--import): SIGUSR2 collects garbage, so that only
// used memory remains.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  // The second collection frees objects released by finalizers and weak references in the first.
  for (let round = 0; round < 3; round++) collect();
});
