import type { GameObjectAspect, Host, HostObjects, HostSpawner } from '../service/host.js';
import {
  type Engine,
  type GameObject,
  gameObjectOf,
  identityTransform,
  instanceIdOf,
  isDestroyed,
} from './engine/index.js';

/** Implements the ports of the service with the simulated engine. */
export function createSimHost(engine: Engine, spawner?: HostSpawner): Host {
  return {
    application: engine.application,
    clock: engine.clock,
    frames: {
      get count() {
        return engine.loop.frame;
      },
      fps: () => engine.fps(),
      post: (task) => engine.loop.post(task),
      onFrameEnd: (listener) => engine.loop.frameEnd.add(() => listener()),
    },
    ids: engine.ids,
    objects: simHostObjects(engine),
    assets: engine.assets,
    images: {
      png: (target, member) => engine.images.source(target, member)?.(engine.clock.time()),
    },
    scenes: {
      get active() {
        return engine.scenes.active;
      },
      get loaded() {
        return engine.scenes.loaded;
      },
      has: (name) => engine.scenes.known.some((scene) => scene.name === name),
      load: (name) => void engine.scenes.load(name, 'single'),
      onLoaded: (listener) => engine.scenes.onLoaded(() => listener()),
    },
    ...(spawner !== undefined && { spawner }),
    dialogs: engine.dialogs,
    quit: () => engine.quit(),
    log: engine.log,
    // `rss` is the working set, which the operating system knows (PRF-3). `process.memoryUsage()` would also walk the
    // heap.
    memory: { workingSet: () => process.memoryUsage.rss() },
  };
}

/** Methods return neutral values for destroyed objects, because the service may use these for a moment. */
function simHostObjects(engine: Engine): HostObjects {
  const { objects } = engine;
  // The service is not notified of a change that it makes itself, but of changes that engine code makes in response.
  let ownChange: { gameObject: GameObject; aspect: GameObjectAspect } | undefined;
  const quietly = (gameObject: GameObject, aspect: GameObjectAspect, change: () => void): void => {
    const outer = ownChange;
    ownChange = { gameObject, aspect };
    try {
      change();
    } finally {
      ownChange = outer;
    }
  };
  const living = (target: object): GameObject | undefined => {
    const gameObject = gameObjectOf(target);
    return gameObject === undefined || gameObject.isDestroyed ? undefined : gameObject;
  };
  return {
    instanceId: instanceIdOf,
    instanceIdToObject: (instanceId) => objects.find(instanceId),
    isDestroyed,
    gameObject: living,
    name: (target) => living(target)?.name,
    setName(target, name) {
      const gameObject = living(target);
      if (gameObject !== undefined) quietly(gameObject, 'name', () => (gameObject.name = name));
    },
    active: (target) => living(target)?.activeSelf ?? false,
    setActive(target, active) {
      const gameObject = living(target);
      if (gameObject !== undefined) quietly(gameObject, 'active', () => (gameObject.activeSelf = active));
    },
    transform: (target) => living(target)?.transform ?? identityTransform,
    setTransform(target, transform) {
      const gameObject = living(target);
      if (gameObject !== undefined)
        quietly(gameObject, 'transform', () => (gameObject.transform = transform));
    },
    components: (target) => living(target)?.components ?? [],
    parent: (target) => living(target)?.parent,
    setParent(target, parent) {
      const gameObject = living(target);
      if (gameObject === undefined) return;
      quietly(gameObject, 'parent', () => (gameObject.parent = parent && living(parent)));
    },
    onDestroyed: (listener) => objects.onDestroyed(listener),
    onChanged: (listener) =>
      objects.onChanged((gameObject, aspect) => {
        if (ownChange?.gameObject === gameObject && ownChange.aspect === aspect) return;
        listener(gameObject, aspect);
      }),
  };
}
