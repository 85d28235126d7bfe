import type { Json } from '../../service/index.js';
import { type DiagnosticList, type DocumentPath, nearest } from './diagnostics.js';
import type { ActionSpec } from './document.js';
import { variablesOf } from './expressions.js';
import type { Names } from './names.js';

export interface ActionContext {
  readonly names: Names;
  readonly found: DiagnosticList;
  /** The class and parameters of the function; undefined on the timeline. */
  readonly self?: { readonly className: string; readonly parameters: readonly string[] };
}

const firstStep = /^[^/.[\]]+/;

/** Finds mistakes in actions: variables, members, classes, assets and objects that do not exist. */
export function checkActions(
  actions: readonly ActionSpec[],
  path: DocumentPath,
  context: ActionContext,
): void {
  for (const [i, action] of actions.entries()) {
    const at = [...path, i];
    checkVariables(action as unknown as Json, at, context);
    for (const kind of ['set', 'add', 'toggle'] as const) {
      const target = action[kind];
      if (target !== undefined) checkTarget(target, [...at, kind], context);
    }
    const { names, found } = context;
    if (action.spawn !== undefined) {
      const name = action.spawn.class;
      const spawnable = Object.keys(names.classes).filter(
        (each) => names.classes[each]!.kind === 'component' && !names.classes[each]!.abstract,
      );
      if (!spawnable.includes(name)) {
        found.add([...at, 'spawn', 'class'], `"${name}" is no component class`, {
          hint: nearest(name, spawnable),
        });
      }
    }
    if (action.loadAsset !== undefined && !names.assets.has(action.loadAsset)) {
      found.add([...at, 'loadAsset'], `there is no asset "${action.loadAsset}"`, {
        hint: nearest(action.loadAsset, names.assets),
      });
    }
    for (const [choice, then] of Object.entries(action.ask?.then ?? {})) {
      checkActions(then, [...at, 'ask', 'then', choice], context);
    }
  }
}

function checkVariables(action: Json, path: DocumentPath, { names, found, self }: ActionContext): void {
  const members = self && names.members(self.className);
  for (const name of variablesOf(action)) {
    const member = /^self\.([^/]+)/.exec(name)?.[1];
    if (self === undefined) found.add(path, `$${name} has no value on the timeline`);
    else if (member === undefined && !self.parameters.includes(name)) {
      found.add(path, `the function has no parameter "${name}"`, { hint: nearest(name, self.parameters) });
    } else if (member !== undefined && !members!.has(member)) {
      found.add(path, `${self.className} has no member "${member}"`, {
        hint: nearest(member, members!.keys()),
      });
    }
  }
}

/** A target without an object is a member of the class; with one, the object exists at the start or later. */
function checkTarget(
  { object, path: memberPath }: { object?: string; path: string },
  path: DocumentPath,
  { names, found, self }: ActionContext,
): void {
  if (object === undefined && self === undefined) {
    found.add(path, 'the object is missing', { expected: 'object: the source key of one' });
  } else if (object === undefined) {
    const member = firstStep.exec(memberPath)?.[0] ?? memberPath;
    const members = names.members(self!.className);
    if (!members.has(member)) {
      found.add([...path, 'path'], `${self!.className} has no member "${member}"`, {
        hint: nearest(member, members.keys()),
      });
    }
  } else if (!names.keys.has(object) && nearest(object, names.keys) !== undefined) {
    // Objects may be spawned under any key: only what looks like a slip is one.
    found.add([...path, 'object'], `there is no object "${object}"`, { hint: nearest(object, names.keys) });
  }
}
