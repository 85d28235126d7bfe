import type { Json } from '../../service/common/json.js';
import { ExposedError, type ExposedObjectHandle, type RemoteControlService } from '../../service/index.js';
import type { Engine } from '../engine/index.js';
import type { NetworkConditions } from '../network/network-conditions.js';
import type { ObjectBuilder } from '../scene-file/index.js';
import { readShape, type Shape, type ShapeValues } from './shape.js';

/** What commands act on. */
export interface ControlContext {
  readonly engine: Engine;
  readonly service: RemoteControlService;
  /** Builds the objects that `object.spawn` asks for. */
  readonly builder: ObjectBuilder;
  /** Returns the host to its initial state, for `host.reset`. */
  readonly reset: () => Promise<void>;
  /** The simulated network between the service and apps. */
  readonly network: NetworkConditions;
}

/** A command of the control channel: `POST /control/<name>`. */
export interface ControlCommand<Name extends string = string, S extends Shape = Shape, Answer = Json> {
  readonly name: Name;
  /** Of the body. */
  readonly shape: S;
  /** Checks the body and runs the command. @throws ExposedError for what cannot be done; nothing is changed then. */
  readonly run: (body: Json | undefined) => Answer | Promise<Answer>;
}

/** A family of commands: one file of `commands/`. Its return type tells each command's name, body and answer. */
export type CommandFamily = (context: ControlContext) => readonly ControlCommand[];

/** Declares a command with the shape of its body. */
export function command<const Name extends string, S extends Shape, Answer extends Json>(
  name: Name,
  shape: S,
  run: (values: ShapeValues<S>) => Answer | Promise<Answer>,
): ControlCommand<Name, S, Answer> {
  return { name, shape, run: (body) => run(readShape(shape, body)) };
}

/**
 * The object that a command's `key` means: a session id, a source key, a static class name or an engine id.
 * @throws ExposedError `object-not-found`
 */
export function requireObject({ service }: ControlContext, key: string): ExposedObjectHandle {
  const handle = service.objects.resolve(key);
  if (handle === undefined) throw new ExposedError('object-not-found', `"${key}"`);
  return handle;
}
