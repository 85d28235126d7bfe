/** One of several load processes; it reports the number of answered requests to its parent. */
import autocannon from 'autocannon';
import type { RestRequest } from './rest-load.js';

interface Work {
  readonly url: string;
  readonly request: RestRequest;
  readonly seconds: number;
  readonly connections: number;
}

const { url, request, seconds, connections } = JSON.parse(process.argv[2]!) as Work;
const { method = 'GET', path, body } = request;
const { requests, non2xx, errors } = await autocannon({
  url: url + path,
  method,
  connections,
  duration: seconds,
  ...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }),
});
if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of the requests to ${url}${path} failed`);
process.send!(requests.total);
process.disconnect();
