// Loaded into the host before it starts (NODE_OPTIONS=--import): answers the soak over the channel of its parent with what
// the process holds. No option of sim-host is needed, and the host knows nothing of it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', (question) => {
  if (question !== 'sample') return;
  // Twice: what a finalizer lets go of is found by the second.
  collect();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.send?.({
    rss,
    heapUsed,
    external,
    handles,
  });
});
// A host must not outlive the soak that started it; the channel by itself does not keep the host alive.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
