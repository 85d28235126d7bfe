import { Listeners } from '../../service/common/listeners.js';
import { platform } from '../../service/common/platform.js';
import type { ApplicationInfo } from '../../service/host.js';
import type { Pace } from '../../service/plain/frame-timer.js';
import { AssetDatabase } from './asset-database.js';
import { type ClockMode, type EngineClock, ManualClock, RealClock } from './clock.js';
import { EngineDialogs } from './dialogs.js';
import { EngineObjects } from './engine-objects.js';
import { EngineIds } from './ids.js';
import { EngineImages } from './images.js';
import { EngineLog } from './log.js';
import { PlayerLoop } from './player-loop.js';
import { SeededRandom } from './random.js';
import { SceneError, SceneManager } from './scene-manager.js';

export const defaultRate = 60;
export const defaultSeed = 1;

export interface EngineOptions {
  /** Copied by the engine and changed in place by `describe`. */
  readonly application: ApplicationInfo;
  /** Defaults to `real`. */
  readonly clock?: ClockMode;
  /** Frames per second. Defaults to 60. */
  readonly rate?: number;
  /** Defaults to 1. */
  readonly seed?: number;
  /** The first object id. Defaults to a random one. */
  readonly idStart?: bigint;
  /** UTC milliseconds at the start of a manual clock. Defaults to now. */
  readonly wallStart?: number;
}

/** The simulated engine. It is idle before `start` and after `stop`. */
export class Engine {
  readonly application: ApplicationInfo;
  readonly clock: EngineClock;
  readonly loop: PlayerLoop;
  readonly ids: EngineIds;
  readonly random: SeededRandom;
  readonly log: EngineLog;
  readonly objects: EngineObjects;
  readonly scenes: SceneManager;
  readonly assets = new AssetDatabase();
  readonly images = new EngineImages();
  readonly dialogs: EngineDialogs;
  /** Returns the required timing of the real clock's frames. */
  pace: () => Pace = () => 'exact';
  #isRunning = false;

  constructor(options: EngineOptions) {
    const rate = options.rate ?? defaultRate;
    this.application = { ...options.application };
    this.clock =
      options.clock === 'manual'
        ? new ManualClock(rate, options.wallStart ?? platform.wallNow())
        : new RealClock(rate, () => this.pace());
    this.log = new EngineLog(() => this.clock.time());
    this.loop = new PlayerLoop((error) => this.log.exception(error));
    this.ids = new EngineIds(options.idStart);
    this.random = new SeededRandom(options.seed ?? defaultSeed);
    this.objects = new EngineObjects(this.ids, () => {
      if (this.scenes.active === undefined) throw new SceneError('No scene is loaded');
      return this.scenes.active;
    });
    this.scenes = new SceneManager(this.objects);
    this.dialogs = new EngineDialogs(() => this.clock.now());
    this.loop.update.add(() => this.assets.advance());
    this.loop.update.add(() => this.dialogs.update());
  }

  /** Changes the name and version of the application. */
  describe(application: Pick<ApplicationInfo, 'name' | 'version'>): void {
    Object.assign(this.application, application);
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Notified when the application is asked to quit, which in the editor ends play mode. */
  readonly onQuit = new Listeners<[]>();

  quit(): void {
    this.onQuit.notify();
  }

  /** Frames counted over the last full second of host time (PRF-2). */
  fps(): number {
    return this.loop.fps(this.clock.time());
  }

  /** Starts the frames. They run automatically on the real clock, and in `step` on the manual one. */
  start(): void {
    this.#isRunning = true;
    this.clock.start((time) => this.loop.runFrame(time));
  }

  /** Resets frames, time and random numbers. Ids continue, since none may identify two objects. */
  resetTime(): void {
    this.loop.reset();
    this.clock.reset();
    this.random.reset();
  }

  /** Stops the frames; the current frame is the last. */
  stop(): void {
    this.#isRunning = false;
    this.clock.stop();
  }

  /**
   * Runs a number of frames, each of exactly 1/rate seconds.
   * @throws Error on the real clock, before `start`, and within a frame
   */
  step(frames: number): void {
    if (!(this.clock instanceof ManualClock))
      throw new Error('Frames can only be stepped on the manual clock');
    if (!this.#isRunning) throw new Error('The engine is not started');
    this.clock.step(frames);
  }
}
