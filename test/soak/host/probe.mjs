// Loaded into the host before it starts (NODE_OPTIONS=--import): answers the soak over the channel of its parent with what
// the process holds. No option of sim-host is needed, and the host knows nothing of it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Milliseconds of processor time of the longest turn of the event loop since it was asked for last. */
let longestTurn;

/** Turns are told apart by a timer that is due in each. What else the machine does takes no processor time of this process. */
function watchTurns() {
  longestTurn = 0;
  let before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    longestTurn = Math.max(longestTurn, (user + system) / 1000);
    before = process.cpuUsage();
    setTimeout(look, 1).unref();
  };
  look();
}

process.on('message', (question) => {
  if (question === 'longest turn') {
    if (longestTurn === undefined) watchTurns();
    process.send?.({ longestTurn });
    longestTurn = 0;
  }
  if (question !== 'sample') return;
  // Twice: what a finalizer lets go of is found by the second.
  collect();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  const cpu = process.cpuUsage();
  process.send?.({
    rss,
    heapUsed,
    external,
    handles,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  });
});
// A host must not outlive the soak that started it; the channel by itself does not keep the host alive.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
