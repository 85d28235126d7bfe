import { stringifyJson } from '../../service/common/json.js';
import { platform } from '../../service/common/platform.js';
import type { ApiRequest } from '../../service/http/api.js';
import type { EngineChoice, LoadedEngine } from '../../service/http/engines/load-engine.js';
import { HttpServer } from '../../service/http/server.js';
import type { EngineLog } from '../engine/index.js';
import type { CommandTable } from './command-table.js';

/**
 * The hands on the host machine, for tests and for scripts: `POST /control/<command>` with JSON in and out, on a
 * loopback port of its own, under the same Host and Origin checks as the service.
 */
export class ControlChannel {
  readonly #server: HttpServer;
  readonly #commands: CommandTable;

  /**
   * @param port 0 takes any free one
   * @param engine what speaks HTTP, as for the service
   * @param token needed with every command; of its own, since that of the service is for others
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

  /** @throws Error when the port is taken. */
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
