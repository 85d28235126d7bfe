/** Checking, loading and running scene files. */
export {
  checkSceneFile,
  checkSceneObject,
  type SceneCheck,
  sceneObjectName,
} from './check/check.js';
export { diagnosticLines, firstDiagnostics, type SceneDiagnostic } from './diagnostics.js';
export type { GameObjectSpec, SceneDescription, SceneDocument } from './document.js';
export type { CheckOptions } from './modules.js';
export type { ModuleSelf } from './run/module-self.js';
export { ObjectBuilder } from './run/object-builder.js';
export { SceneRuntime } from './run/runtime.js';
export { SceneSource } from './source.js';
