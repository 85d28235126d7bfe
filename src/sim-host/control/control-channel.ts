import type { ApiRequest } from '../../service/http/api.js';
import { ApiError } from '../../service/http/errors.js';
import { HttpServer } from '../../service/http/server.js';
import { stringifyJson } from '../../service/json.js';
import type { ControlContext } from './command.js';
import { CommandTable } from './command-table.js';

/**
 * The hands on the host machine, for tests and for scripts: `POST /control/<command>` with JSON in and out, on a
 * loopback port of its own, under the same Host and Origin checks as the service.
 */
export class ControlChannel {
  readonly #server: HttpServer;
  readonly #commands: CommandTable;

  /** @param port 0 takes any free one */
  constructor(context: ControlContext, port: number) {
    this.#commands = new CommandTable(context);
    this.#server = new HttpServer(
      [{ method: 'POST', path: '/control/{id}', handle: (request) => this.#run(request) }],
      { port },
      { now: () => performance.now(), onException: (error) => context.engine.log.exception(error) },
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
    const command = this.#commands.find(name);
    if (command === undefined) {
      const nearest = this.#commands.nearest(name);
      throw new ApiError('not-found', `there is no command "${name}"; did you mean "${nearest}"?`);
    }
    return stringifyJson(await command.run(body));
  }
}
