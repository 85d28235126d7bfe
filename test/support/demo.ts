import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { demoScene } from '../../src/sim-host/cli/package-info.js';
import type { SceneDescription } from '../../src/sim-host/testing/index.js';

/** The demo scene without its project, so that saved values do not affect tests. */
export function demo(): SceneDescription {
  const { project: _project, ...scene } = parse(readFileSync(demoScene, 'utf8'));
  return scene;
}
