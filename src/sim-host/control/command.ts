import type { Json } from '../../service/common/json.js';
import { ExposedError, type ExposedObjectHandle, type RemoteControlService } from '../../service/index.js';
import type { Engine } from '../engine/index.js';
import type { NetworkConditions } from '../network/network-conditions.js';
import type { ObjectBuilder } from '../scene-file/index.js';
import { readShape, type Shape, type ShapeValues } from './command-body.js';

/** The parts of a host that commands can use. */
export interface ControlContext {
  readonly engine: Engine;
  readonly service: RemoteControlService;
  /** Builds the objects of `object.spawn`. */
  readonly builder: ObjectBuilder;
  /** Returns the host to its initial state, for `host.reset`. */
  readonly reset: () => Promise<void>;
  /** The simulated network between the service and apps. */
  readonly network: NetworkConditions;
}

/** A command of the control channel: `POST /control/<name>`. */
export interface ControlCommand<Name extends string = string, S extends Shape = Shape, Answer = Json> {
  readonly name: Name;
  /** The members of the body. */
  readonly shape: S;
  /** Checks the body and runs the command. @throws ExposedError if it is not possible; nothing is changed then */
  readonly run: (body: Json | undefined) => Answer | Promise<Answer>;
}

/** The commands in one file of `commands/`. The return type declares their names, bodies and answers. */
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
 * Returns the object with a session id, a source key, a static class name or an instance id.
 * @throws ExposedError `object-not-found`
 */
export function requireObject({ service }: ControlContext, key: string): ExposedObjectHandle {
  const handle = service.objects.resolve(key);
  if (handle === undefined) throw new ExposedError('object-not-found', `"${key}"`);
  return handle;
}
