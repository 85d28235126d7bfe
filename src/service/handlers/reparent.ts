import { ExposedError } from '../common/exposed-error.js';
import { describeJson, type Json } from '../common/json.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

/**
 * Moves the game object of a handle to another parent; null makes it a root. An invisible parent counts as unknown.
 * @throws ExposedError `set-failed` for an unknown parent, a cycle, or an object outside the engine's hierarchy
 */
export function reparent(
  model: ExposedModel,
  handle: ExposedObjectHandle,
  parentId: Json,
  isVisible: (parent: ExposedObjectHandle) => boolean,
): void {
  const child = model.gameObjectOf(handle);
  if (child === undefined) throw failed(`${handle.name} is not part of the scene hierarchy`);
  const parent = parentId === null ? undefined : parentGameObject(model, parentId, isVisible);
  if (model.isAbove(child, parent)) throw failed(`${handle.name} cannot be moved below itself`);
  model.setParent(child, parent, 'remote');
}

function parentGameObject(
  model: ExposedModel,
  parentId: Json,
  isVisible: (parent: ExposedObjectHandle) => boolean,
): object {
  const isId = typeof parentId === 'string' || typeof parentId === 'number' || typeof parentId === 'bigint';
  const handle = isId ? model.objects.resolve(String(parentId)) : undefined;
  const gameObject = handle && isVisible(handle) ? model.gameObjectOf(handle) : undefined;
  if (gameObject === undefined)
    throw failed(`expected the id of an object in the scene, got ${describeJson(parentId)}`);
  return gameObject;
}

function failed(reason: string): ExposedError {
  return new ExposedError('set-failed', `@parent: ${reason}`);
}
