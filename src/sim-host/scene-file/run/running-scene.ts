import type { RemoteControlService } from '../../../service/index.js';
import type { Engine } from '../../engine/index.js';
import type { SceneDocument } from '../document.js';
import type { ObjectBuilder } from './object-builder.js';

/** A scene file and the parts of the host that run it. */
export interface RunningScene {
  readonly document: SceneDocument;
  readonly engine: Engine;
  readonly service: RemoteControlService;
  readonly builder: ObjectBuilder;
}
