import { readFileSync } from 'node:fs';

/** The property that every peer answers. */
export const property = ({ value }) =>
  `{"value":${value},"id":"107923629801970","path":"intensity","changed":false}`;

/** The list answered by sim-host; peers send the same bytes. */
export const listBytes = process.env.BENCH_LIST
  ? readFileSync(process.env.BENCH_LIST, 'utf8')
  : '{"objects":[]}';

/** The events of a frame, in the number and length that sim-host sends. */
export function frameText(changes, seq) {
  const timestamp = new Date().toISOString();
  let text = '';
  for (let i = 0; i < changes; i++) {
    text += `id: 66e52d9c-f83c-4521-9a8e-5e72cdfd78af:${seq + i}\nevent: data\ndata: {"type":"data","data":{"value":${Math.sin(seq + i)},"id":"107923629801970","path":"v${i}","changed":true,"type":"exposed_object_updated","timestamp":"${timestamp}"}}\n\n`;
  }
  return text;
}

/** One change as event data, for peers that write each change. */
export const change = (seq, path, timestamp) => ({
  type: 'data',
  data: {
    value: Math.sin(seq),
    id: '107923629801970',
    path,
    changed: true,
    type: 'exposed_object_updated',
    timestamp,
  },
});

/** Ends this process when its standard input closes, even if the benchmark is killed. */
export function endWithInput() {
  process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
}

/** Reports the address and process id of the server to the benchmark. */
export function listening(port) {
  endWithInput();
  console.log(JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${port}`, pid: process.pid }));
}

/** Calls `frame` 60 times per second without drift. */
export function everyFrame(frame) {
  let next = performance.now();
  const tick = () => {
    frame();
    next += 1000 / 60;
    setTimeout(tick, Math.max(0, next - performance.now()));
  };
  tick();
}
