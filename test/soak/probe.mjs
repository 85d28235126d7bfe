// Preloaded into the host (NODE_OPTIONS=--import): on SIGUSR2 it collects garbage and prints the resources of the process.
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  // The second collection frees objects released by finalizers in the first.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  const peakMemory = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ event: 'usage', heapUsed, external, handles, descriptors, peakMemory }));
});
