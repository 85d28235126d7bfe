/** The simulated engine, as the rest of the simulated host uses it. */
export { AssetDatabase } from './asset-database.js';
export type { ClockMode, EngineClock } from './clock.js';
export { EngineDialogs, type ScriptedAnswer } from './dialogs.js';
export { defaultRate, defaultSeed, Engine, type EngineOptions } from './engine.js';
export { type CreateOptions, EngineObjects } from './engine-objects.js';
export {
  Component,
  destroy,
  GameObject,
  gameObjectOf,
  instanceIdOf,
  isDestroyed,
  MissingReferenceError,
} from './game-object.js';
export { EngineImages, type ImageSource } from './images.js';
export { EngineLog, logLevels } from './log.js';
export type { FrameTime } from './player-loop.js';
export { PlayerLoop } from './player-loop.js';
export { SeededRandom } from './random.js';
export { Scene } from './scene.js';
export { type SceneDefinition, SceneError, type SceneLoadMode, SceneManager } from './scene-manager.js';
export { createTestCard } from './test-card.js';
export { identityTransform, type TransformValue } from './transform.js';
