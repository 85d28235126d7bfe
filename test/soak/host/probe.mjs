// Preloaded into the host (NODE_OPTIONS=--import): it reports the resources of the process to the soak over the
// parent channel, unknown to the host.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', (question) => {
  if (question !== 'sample') return;
  // The second collection frees objects released by finalizers in the first.
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
// The host must end with the soak that started it; the channel alone does not keep it running.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
