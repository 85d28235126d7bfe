import type { ExposedObjectHandle, FunctionDefinition, Json } from '../../../service/index.js';
import { ArgumentError } from '../../../service/index.js';
import { formatSingle } from '../../../service/types/values/numbers.js';
import type { FunctionSpec } from '../document.js';
import type { ActionRunner, ActionScope } from './actions.js';
import { toServiceJson } from './initial-values.js';
import { createModuleSelf } from './module-self.js';
import { SceneRunError, thrownByModule } from './run-error.js';
import type { RunningScene } from './running-scene.js';

/** Runs the functions that a scene file declares, as actions or in modules. */
export class SceneFunctions {
  readonly #scene: RunningScene;
  readonly #actions: ActionRunner;

  constructor(scene: RunningScene, actions: ActionRunner) {
    this.#scene = scene;
    this.#actions = actions;
  }

  /** @throws ArgumentError if an argument caused the failure, SceneRunError for any other */
  invoke(
    spec: FunctionSpec,
    args: Readonly<Record<string, unknown>>,
    at: Parameters<FunctionDefinition['invoke']>[2],
  ): unknown {
    const handle = this.#scene.service.objects.resolve(at.objectId);
    if (handle === undefined) throw new Error('the object is gone');
    if (spec.module !== undefined) {
      const call = this.#scene.document.modules.get(spec.module.file)?.[spec.module.export] as (
        ...a: unknown[]
      ) => unknown;
      return this.#callModule(spec.module, () => {
        const self = createModuleSelf(this.#scene.engine, this.#scene.service, handle, at.path);
        return call(self, ...Object.values(args));
      });
    }
    const result = this.#perform(spec, this.#scope(spec, args, handle, at.path));
    if (spec.returns === undefined) return undefined;
    // Without a `return` action the result is the default of the type.
    return result === undefined
      ? this.#scene.builder.initialValue(spec.returns, undefined)
      : this.#toResult(spec.returns, result);
  }

  /** Calls the quit gate of the scene file; an application without its object may quit. */
  mayQuit(gate: string): boolean | Promise<boolean> {
    const [key, name] = gate.split('/') as [string, string];
    const handle = this.#scene.service.objects.resolve(key);
    if (handle === undefined) return true;
    const answer = this.#scene.service.invoke(handle, name);
    return typeof answer === 'string' ? answer !== 'false' : answer.then((later) => later !== 'false');
  }

  #perform(spec: FunctionSpec, scope: ActionScope): Json | undefined {
    try {
      return this.#actions.run(spec.do ?? [], scope);
    } catch (error) {
      // The caller gets the message without the location in the scene file.
      if (error instanceof SceneRunError && error.ofArgument !== undefined)
        throw new ArgumentError(error.ofArgument);
      throw error;
    }
  }

  /** Calls a function of a module and adds the location in the module to its exceptions and rejections. */
  #callModule(module: object, call: () => unknown): unknown {
    const { source } = this.#scene.document;
    const failed = (error: unknown) => thrownByModule(error, source, source.path(module) ?? []);
    try {
      const result = call();
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw failed(error);
      });
    } catch (error) {
      throw failed(error);
    }
  }

  /** Converts a result to the declared type; exposed objects are returned unchanged. */
  #toResult(typeName: string, result: Json): unknown {
    const isExposed = (value: unknown) =>
      typeof value === 'object' && value !== null && this.#scene.service.objects.classOf(value) !== undefined;
    const items = Array.isArray(result) ? result : [result];
    return items.some(isExposed) ? result : this.#scene.service.convert(typeName, toServiceJson(result));
  }

  #scope(
    { parameters = {} }: FunctionSpec,
    args: Readonly<Record<string, unknown>>,
    handle: ExposedObjectHandle,
    path: string,
  ): ActionScope {
    const prefix = path === '' ? '' : `${path}/`;
    const member = (name: string) => this.#scene.service.property(handle, prefix + name);
    // A Single is stored as a double and shown with the fewest digits that identify it.
    const isSingle = (name: string) => {
      if (name.startsWith('self.')) return member(name.slice('self.'.length)).typeName === 'Single';
      return Object.hasOwn(parameters, name) && parameters[name]?.type === 'Single';
    };
    return {
      args,
      handle,
      path,
      self: (name) => member(name).get(),
      textOf: (name, value) =>
        typeof value === 'number' && isSingle(name) ? formatSingle(value).replaceAll('"', '') : String(value),
    };
  }
}
