import type { EngineRequest, RequestListener } from '../../service/index.js';
import { DelayedExchange } from './delayed-exchange.js';
import type { NetworkConditions } from './network-conditions.js';

const failure = JSON.stringify({ error: 'Service unavailable: simulated failure (command network)' });

/** Applies the simulated network conditions to requests and responses. */
export function simulateNetwork(network: NetworkConditions, onRequest: RequestListener): RequestListener {
  return (inner, request) => {
    if (network.isRefusing) return inner.close();
    // Without delays a response is sent immediately; only a stream stays open until the settings may change.
    if (network.isUnimpaired && !isStream(request)) return onRequest(inner, request);
    const exchange = new DelayedExchange(inner, network);
    // Preflights never fail, because an app would take that for a refused origin.
    const method = request.getMethod();
    if (method === 'OPTIONS' || !network.fails()) return onRequest(exchange, request);
    const origin = request.getHeader('origin');
    if (origin !== '') {
      exchange.commonHeaders = [
        ['Access-Control-Allow-Origin', origin],
        ['Vary', 'Origin'],
      ];
    }
    exchange.send(503, 'application/json; charset=utf-8', method === 'HEAD' ? '' : failure);
  };
}

const streamPath = /^\/api\/stream\/?$/i;
const longestStreamPath = '/api/stream/'.length;

/** Compares lengths first, because the pattern is slow and most paths are longer. */
function isStream(request: EngineRequest): boolean {
  const path = request.getUrl();
  return path.length <= longestStreamPath && streamPath.test(path);
}
