import type { Unsubscribe } from '../../../service/index.js';
import type { EngineLog, FrameTime } from '../../engine/index.js';
import { milliseconds, type TimelineSpec } from '../document.js';
import type { ActionRunner, ActionScope } from './actions.js';
import { ThrownByScene } from './run-error.js';
import type { SceneTime } from './scene-time.js';

/** Timeline entries run without an object. */
const timelineScope: ActionScope = { args: {}, path: '', self: () => null };

/**
 * Runs the actions of each timeline entry when they are due.
 * @returns a function that cancels the entries
 */
export function startTimeline(
  entries: readonly TimelineSpec[],
  time: SceneTime,
  actions: ActionRunner,
  log: EngineLog,
): Unsubscribe {
  const ends = entries.map((entry) => startEntry(entry, time, actions, log));
  return () => {
    for (const end of ends) end();
  };
}

function startEntry(
  { at, every, do: specs }: TimelineSpec,
  sceneTime: SceneTime,
  actions: ActionRunner,
  log: EngineLog,
): Unsubscribe {
  let lastProblem = '';
  const run = () => {
    try {
      actions.run(specs, timelineScope);
      lastProblem = '';
    } catch (error) {
      // A `throw` of the scene is logged each time, a repeated failure once.
      const { message } = error as Error;
      if (error instanceof ThrownByScene || message !== lastProblem) log.exception(error);
      lastProblem = message;
    }
  };
  const isDue = typeof at === 'object' ? atFrame(at.frame) : atTime(at, every);
  const end = sceneTime.onFrame((time) => {
    const due = isDue(time);
    if (due === 'last') end();
    if (due !== 'no') run();
  });
  return end;
}

type Due = 'no' | 'yes' | 'last';

function atFrame(wanted: number): (time: FrameTime) => Due {
  return ({ frame }) => (frame >= wanted ? 'last' : 'no');
}

function atTime(
  at: number | string | undefined,
  every: number | string | undefined,
): (time: FrameTime) => Due {
  let next = milliseconds(at ?? every ?? 0) / 1000;
  return ({ time }) => {
    // Rounding may put a frame slightly before a whole second.
    if (time + 1e-9 < next) return 'no';
    if (every === undefined) return 'last';
    next += milliseconds(every) / 1000;
    return 'yes';
  };
}
