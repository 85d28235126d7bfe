import type {
  EngineKind,
  EngineRequest,
  HttpEngine,
  RequestListener,
  TlsFiles,
} from '../../service/index.js';
import type { Weather } from './weather.js';
import { WeatherExchange } from './weather-exchange.js';

const failure = JSON.stringify({ error: 'Service unavailable: the weather is bad (command weather)' });

/** An HTTP engine behind a network with weather: the service above it, and the engine below, know nothing of it. */
export class WeatherEngine implements HttpEngine {
  readonly kind: EngineKind;
  readonly build: string;
  readonly #engine: HttpEngine;
  readonly #weather: Weather;

  constructor(engine: HttpEngine, weather: Weather) {
    this.#engine = engine;
    this.#weather = weather;
    this.kind = engine.kind;
    this.build = engine.build;
  }

  set onWarning(listener: ((message: string) => void) | undefined) {
    this.#engine.onWarning = listener;
  }

  listen(
    hostname: string,
    port: number,
    onRequest: RequestListener,
    tls?: TlsFiles,
  ): Promise<number | undefined> {
    const weather = this.#weather;
    const accept: RequestListener = (inner, request) => {
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
    return this.#engine.listen(hostname, port, accept, tls);
  }

  stopListening(): void {
    this.#engine.stopListening();
  }

  close(): void {
    this.#engine.close();
  }
}

const streamPath = /^\/api\/stream/i;

function isStream(request: EngineRequest): boolean {
  return streamPath.test(request.getUrl());
}
