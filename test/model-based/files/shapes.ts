import type { Kind } from './world.js';

/** The content of a member as far as documents and requests need it. */
export type Shape =
  | { readonly of: 'scalar'; readonly name: string }
  | { readonly of: 'parts'; readonly name: string; readonly parts: readonly string[] }
  | { readonly of: 'class'; readonly names: readonly string[]; readonly isNullable: boolean }
  | { readonly of: 'array'; readonly element: Shape };

export interface MemberShape {
  readonly name: string;
  readonly shape: Shape;
  readonly isOfProject?: true;
  readonly isMomentary?: true;
}

const scalar = (name: string): Shape => ({ of: 'scalar', name });
const array = (element: Shape): Shape => ({ of: 'array', element });
const inline = (...names: string[]): Shape => ({ of: 'class', names, isNullable: false });
const nullable = (...names: string[]): Shape => ({ of: 'class', names, isNullable: true });
const vector: Shape = { of: 'parts', name: 'Vector3', parts: ['x', 'y', 'z'] };
const member = (name: string, shape: Shape): MemberShape => ({ name, shape });
const project = (name: string, shape: Shape): MemberShape => ({ name, shape, isOfProject: true });

/** The members of the application classes (application.ts) and of wrappers. */
export const classes: Readonly<Record<string, readonly MemberShape[]>> = {
  'Model.Tint': [member('hue', scalar('Single')), member('steps', scalar('Int32'))],
  'Model.Lens': [
    member('focal', scalar('Single')),
    member('depth', scalar('Single')),
    member('label', scalar('String?')),
    member('tint', inline('Model.Tint')),
    member('aim', scalar('Ref')),
  ],
  'Model.Disc': [member('sides', scalar('Int32')), member('radius', scalar('Single'))],
  'Model.Box': [member('sides', scalar('Int32')), member('size', vector)],
  'Model.Cue': [member('name', scalar('String')), member('weight', scalar('Single'))],
  'Model.Rig': [
    member('count', scalar('Int32')),
    member('gain', scalar('Single')),
    member('lens', inline('Model.Lens')),
    member('lenses', array(inline('Model.Lens'))),
    member('target', scalar('Ref')),
    member('place', vector),
    member('names', array(scalar('String?'))),
    member('exact', scalar('Double')),
    member('big', scalar('Int64')),
    member('on', scalar('Boolean')),
    member('title', scalar('String?')),
    member('mode', scalar('Mode')),
    member('color', { of: 'parts', name: 'Color', parts: ['r', 'g', 'b', 'a'] }),
    member('spare', nullable('Model.Lens')),
    member('shape', nullable('Model.Disc', 'Model.Box')),
    member('shapes', array(inline('Model.Disc', 'Model.Box'))),
    member('cues', array(inline('Model.Cue'))),
    member('numbers', array(scalar('Int32'))),
    member('targets', array(scalar('Ref'))),
    member('clip', scalar('Asset')),
    { name: 'momentary', shape: scalar('Int32'), isMomentary: true },
    project('level', scalar('Int32')),
    project('master', scalar('Ref')),
    project('house', inline('Model.Lens')),
  ],
  'Model.Desk': [
    member('fade', scalar('Single')),
    member('note', scalar('String')),
    member('lens', inline('Model.Lens')),
    member('presets', array(scalar('String?'))),
    member('target', scalar('Ref')),
    project('master', scalar('Single')),
  ],
  'Model.Fan': [
    member('speed', scalar('Single')),
    member('lens', inline('Model.Lens')),
    member('lenses', array(inline('Model.Lens'))),
    member('target', scalar('Ref')),
  ],
  GameObjectWithTransform: [
    member('active', scalar('Boolean')),
    member('name', scalar('String')),
    member('transform', { of: 'class', names: ['Transform'], isNullable: false }),
  ],
  Transform: [member('position', vector), member('scale', vector)],
};

/** The class of an object, or of its component for `isComponent`. */
export function classOf(kind: Kind, isComponent: boolean): string {
  if (kind === 'plain') return 'Model.Desk';
  if (kind === 'fan') return 'Model.Fan';
  return kind === 'wrapper' && !isComponent ? 'GameObjectWithTransform' : 'Model.Rig';
}

export const settingsClasses = ['Model.Rig', 'Model.Desk'] as const;
