/** The one client of features, conformance and benchmarks: HTTP, event stream, and sim-host as a process. */
export { EventStreamClient, type StreamEvent, type StreamOptions } from './event-stream.js';
export { type Answer, HttpClient, type Json, parseJson, type RequestOptions, toJson } from './http.js';
export { type CommandResult, runCommand, SimHostProcess } from './sim-host.js';
