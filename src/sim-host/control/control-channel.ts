import { stringifyJson } from '../../service/common/json.js';
import { platform } from '../../service/common/platform.js';
import type { ApiRequest } from '../../service/http/api.js';
import type { EngineChoice, LoadedEngine } from '../../service/http/engines/load-engine.js';
import { HttpServer } from '../../service/http/server.js';
import type { EngineLog } from '../engine/index.js';
import type { CommandTable } from './command-table.js';

/**
 * HTTP API that lets tests and scripts control the host: `POST /control/<command>` with JSON bodies and answers, on
 * its own loopback port, with the same Host and Origin checks as the service.
 */
export class ControlChannel {
  readonly #server: HttpServer;
  readonly #commands: CommandTable;

  /**
   * @param port 0 for any free port
   * @param engine the HTTP engine, as for the service
   * @param token required with every command; differs from that of the service, which clients know
   */
  constructor(
    commands: CommandTable,
    log: EngineLog,
    {
      port,
      engine,
      token,
    }: { port: number; engine?: EngineChoice | LoadedEngine | undefined; token?: string | undefined },
  ) {
    this.#commands = commands;
    this.#server = new HttpServer(
      [{ method: 'POST', path: '/control/{id}', handle: (request) => this.#run(request) }],
      { port, engine, token },
      {
        now: platform.now,
        onException: (error) => log.exception(error),
        onWarning: (message) => log.write('Warning', message),
      },
    );
  }

  /** @throws CannotListenError if the port is taken */
  async start(): Promise<{ url: string }> {
    const { url } = await this.#server.listen();
    return { url };
  }

  stop(): Promise<void> {
    return this.#server.close();
  }

  async #run({ id: name, body }: ApiRequest): Promise<string> {
    return stringifyJson(await this.#commands.run(name, body));
  }
}
