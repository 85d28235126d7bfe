/** Scene files: checked, loaded, run. */
export {
  checkSceneFile,
  checkSceneObject,
  type SceneCheck,
  sceneObjectName,
} from './check.js';
export { diagnosticLines, type SceneDiagnostic, toldDiagnostics } from './diagnostics.js';
export type { GameObjectSpec, SceneDescription, SceneDocument } from './document.js';
export { Drivers } from './drivers.js';
export type { ModuleSelf } from './module-self.js';
export type { CheckOptions } from './modules.js';
export { ObjectBuilder } from './object-builder.js';
export { SceneRuntime } from './runtime.js';
export { SceneSource } from './source.js';
