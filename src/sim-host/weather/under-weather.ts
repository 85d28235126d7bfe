import type { EngineRequest, RequestListener } from '../../service/index.js';
import type { Weather } from './weather.js';
import { WeatherExchange } from './weather-exchange.js';

const failure = JSON.stringify({ error: 'Service unavailable: the weather is bad (command weather)' });

/** Requests that come through a network with weather, and answers that go through it. */
export function underWeather(weather: Weather, onRequest: RequestListener): RequestListener {
  return (inner, request) => {
    if (weather.isRefusing) return inner.close();
    // An answer in fair weather is there at once: only what stays open can see the weather change.
    if (weather.isFair && !isStream(request)) return onRequest(inner, request);
    const exchange = new WeatherExchange(inner, weather);
    // A preflight is the browser's own affair: an app would take its failure for a refusal.
    const method = request.getMethod();
    if (method === 'OPTIONS' || !weather.fails()) return onRequest(exchange, request);
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

/** Nearly all are longer, and a pattern takes its time. */
function isStream(request: EngineRequest): boolean {
  const path = request.getUrl();
  return path.length <= longestStreamPath && streamPath.test(path);
}
