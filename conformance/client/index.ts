/** The client of features, conformance and benchmarks: HTTP, event stream, and sim-host as a process. */
export { type Address, addressOf } from './address.js';
export { AttachedHost } from './attached-host.js';
export { type ChildOutput, endsWithInput, readJsonLines, startLimitMs } from './child.js';
export { EventStreamClient, type StreamEvent, type StreamOptions } from './event-stream.js';
export {
  type Answer,
  describeExchange,
  type Exchange,
  HttpClient,
  type Json,
  parseJson,
  type RequestOptions,
  toJson,
} from './http.js';
export { harnessRoot, simHostRoot } from './places.js';
export { type ProcessUsage, processUsage } from './process-usage.js';
export { type CommandResult, requireStart, runCommand, SimHostProcess } from './sim-host.js';
export { WarmHost } from './warm-host.js';
