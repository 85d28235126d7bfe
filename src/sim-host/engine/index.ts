/** The simulated engine, as the rest of the simulated host uses it. */
export type { ClockMode } from './clock.js';
export { EngineDialogs, type ScriptedAnswer } from './dialogs.js';
export { defaultRate, defaultSeed, Engine } from './engine.js';
export { EngineObjects } from './engine-objects.js';
export {
  Component,
  destroy,
  GameObject,
  gameObjectOf,
  instanceIdOf,
  isDestroyed,
} from './game-object.js';
export { EngineLog, logLevels } from './log.js';
export type { FrameTime } from './player-loop.js';
export { PlayerLoop } from './player-loop.js';
export { SeededRandom } from './random.js';
export { Scene } from './scene.js';
export { SceneError, type SceneLoadMode, SceneManager } from './scene-manager.js';
export { createTestCard } from './test-card.js';
export { identityTransform, type TransformValue } from './transform.js';
