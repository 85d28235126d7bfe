import type { RemoteControlService } from '../../service/index.js';
import type { Json } from '../../service/json.js';
import type { Engine } from '../engine/index.js';
import type { ObjectBuilder } from '../scene-file/index.js';
import { readShape, type Shape, type ShapeValues } from './shape.js';

/** What commands act on. */
export interface ControlContext {
  readonly engine: Engine;
  readonly service: RemoteControlService;
  /** Builds the objects that `object.spawn` asks for. */
  readonly builder: ObjectBuilder;
}

/** A command of the control channel: `POST /control/<name>`. */
export interface ControlCommand {
  readonly name: string;
  /** Checks the body and runs the command. @throws ExposedError for what cannot be done; nothing is changed then. */
  readonly run: (body: Json | undefined) => Json | Promise<Json>;
}

/** A family of commands: one file of `commands/`. */
export type CommandFamily = (context: ControlContext) => readonly ControlCommand[];

/** Declares a command with the shape of its body. */
export function command<S extends Shape>(
  name: string,
  shape: S,
  run: (values: ShapeValues<S>) => Json | Promise<Json>,
): ControlCommand {
  return { name, run: (body) => run(readShape(shape, body)) };
}
