import {
  type CheckOptions,
  checkSceneFile,
  checkSceneObject,
  diagnosticLines,
  type SceneDescription,
  type SceneDiagnostic,
  type SceneDocument,
  sceneObjectName,
} from './scene-file/index.js';

/** A scene that is not in a file. */
export interface SceneInMemory {
  readonly description: SceneDescription;
  /** The folder that relative paths in the scene start from. */
  readonly folder: string;
}

/** Thrown if a scene has errors; the message lists the first ones. */
export class SceneFileError extends Error {
  readonly diagnostics: readonly SceneDiagnostic[];

  constructor(name: string, diagnostics: readonly SceneDiagnostic[]) {
    super([`${name} has errors:`, ...diagnosticLines(diagnostics)].join('\n  '));
    this.name = 'SceneFileError';
    this.diagnostics = diagnostics;
  }
}

/** Reads and checks a scene. @throws SceneFileError */
export async function loadScene(
  scene: string | SceneInMemory,
  options: CheckOptions = {},
): Promise<SceneDocument> {
  const { document, diagnostics } =
    typeof scene === 'string'
      ? await checkSceneFile(scene, options)
      : await checkSceneObject(scene.description, scene.folder);
  if (document === undefined) throw new SceneFileError(sceneName(scene), diagnostics);
  return document;
}

/** Returns the path of a scene file as it was given, or `scene object`. */
export function sceneName(scene: string | SceneInMemory): string {
  return typeof scene === 'string' ? scene : sceneObjectName;
}
