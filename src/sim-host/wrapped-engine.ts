import type { EngineKind, HttpEngine, LoadedEngine, RequestListener, TlsFiles } from '../service/index.js';

/** An HTTP engine whose requests meet something else first: the service above it, and the engine below, know nothing of it. */
class WrappedEngine implements HttpEngine {
  readonly kind: EngineKind;
  readonly build: string;
  readonly #engine: HttpEngine;
  readonly #wrap: (onRequest: RequestListener) => RequestListener;

  constructor(engine: HttpEngine, wrap: (onRequest: RequestListener) => RequestListener) {
    this.#engine = engine;
    this.#wrap = wrap;
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
    return this.#engine.listen(hostname, port, this.#wrap(onRequest), tls);
  }

  stopListening(): void {
    this.#engine.stopListening();
  }

  close(): void {
    this.#engine.close();
  }
}

export function wrapped(
  loaded: LoadedEngine,
  wrap: (onRequest: RequestListener) => RequestListener,
): LoadedEngine {
  return { ...loaded, engine: new WrappedEngine(loaded.engine, wrap) };
}
