import { platform } from '../../service/common/platform.js';
import type { ApplicationInfo } from '../../service/host.js';
import type { Pace } from '../../service/plain/frame-timer.js';
import { AssetDatabase } from './asset-database.js';
import { type ClockMode, type EngineClock, ManualClock, RealClock } from './clock.js';
import { EngineDialogs } from './dialogs.js';
import { EngineObjects } from './engine-objects.js';
import { EngineIds } from './ids.js';
import { EngineImages } from './images.js';
import { Listeners } from './listeners.js';
import { EngineLog } from './log.js';
import { PlayerLoop } from './player-loop.js';
import { SeededRandom } from './random.js';
import { SceneError, SceneManager } from './scene-manager.js';

export const defaultRate = 60;
export const defaultSeed = 1;

export interface EngineOptions {
  /** Kept by who asks for it once: it is described anew in place. */
  readonly application: ApplicationInfo;
  /** `real` when left out. */
  readonly clock?: ClockMode;
  /** Frames per second; 60 when left out. */
  readonly rate?: number;
  /** 1 when left out. */
  readonly seed?: number;
  /** The first object id; random when left out. */
  readonly idStart?: bigint;
  /** UTC milliseconds at the start of a manual clock; now when left out. */
  readonly wallStart?: number;
}

/** The simulated engine. It does nothing until `start`, and nothing of it outlives `stop`. */
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
  /** How closely somebody follows the frames of the real clock. */
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

  /** Gives the application another name and version. */
  describe(application: Pick<ApplicationInfo, 'name' | 'version'>): void {
    Object.assign(this.application, application);
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Told when the application was asked to end, in the editor by forcing play mode off. */
  readonly onQuit = new Listeners<[]>();

  quit(): void {
    this.onQuit.notify();
  }

  /** Frames counted over the last full second of host time (PRF-2). */
  fps(): number {
    return this.loop.fps(this.clock.time());
  }

  /** Starts the frames: by themselves on the real clock, by `step` on the manual one. */
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

  /** Ends the frames, also from within one, which is then the last. */
  stop(): void {
    this.#isRunning = false;
    this.clock.stop();
  }

  /**
   * Runs `frames` frames now, of exactly 1/rate seconds each.
   * @throws Error on the real clock, before `start`, and from within a frame.
   */
  step(frames: number): void {
    if (!(this.clock instanceof ManualClock)) throw new Error('Frames are stepped on the manual clock only');
    if (!this.#isRunning) throw new Error('The engine has not been started');
    this.clock.step(frames);
  }
}
