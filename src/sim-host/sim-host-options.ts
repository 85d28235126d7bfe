import type { EngineChoice, TokenAccess } from '../service/index.js';
import type { ClockMode } from './engine/index.js';
import type { SceneInMemory } from './load-scene.js';

/** Options of a host. The scene file sets those that are omitted. */
export interface SimHostOptions {
  /** Path of the scene file, or the scene itself. */
  readonly scene: string | SceneInMemory;
  /** Port of the service; 0 for any free port. */
  readonly port?: number;
  /** Address to listen on. */
  readonly host?: string;
  readonly allowExternalConnections?: boolean;
  readonly token?: string;
  /** A second token, which only allows reading. */
  readonly readToken?: string;
  /** Devices exchange the displayed code for a token with this access. */
  readonly pair?: TokenAccess;
  /** Addresses and ranges, in addition to this machine, whose requests are accepted. */
  readonly allow?: readonly string[];
  /** PEM files of a certificate and its key, to serve HTTPS instead of HTTP. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsPassphrase?: string;
  /** Origins, in addition to the loopback ones, whose pages may call the service; `*` for all. */
  readonly allowOrigin?: readonly string[];
  /** Host names, in addition to the loopback ones, that requests may use. */
  readonly allowHost?: readonly string[];
  /** Serves the web panel at `/`. Defaults to true. */
  readonly panel?: boolean;
  /** The HTTP engine; by default the choice of `SIM_HOST_HTTP`, else of the service. */
  readonly http?: EngineChoice;
  /** URL of NATS, to publish the host for relays. */
  readonly nats?: string;
  /** Name of the host in NATS. Defaults to `default`. */
  readonly natsName?: string;
  /** File of credentials for NATS. */
  readonly natsCredentials?: string;
  /** File of certificates of the authority that signs those of NATS. */
  readonly natsCa?: string;
  readonly clock?: ClockMode;
  /** Frames per second. */
  readonly rate?: number;
  readonly seed?: number;
  /** Folder for saved scenes and settings. */
  readonly project?: string;
  /** Port of the control channel, 0 for any free port; without it there is no control channel. */
  readonly control?: number;
  /** Allows commands within this process, with or without the control channel. */
  readonly commandsInProcess?: boolean;
  /** Runs frames in groups while no client needs them; only for a process that does nothing else. */
  readonly mayRest?: boolean;
  /** True if the scene will be reloaded; its modules are then loaded in a repeatable way. */
  readonly watch?: boolean;
}
