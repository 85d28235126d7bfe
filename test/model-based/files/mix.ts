/** The kinds of actions on a project. */
export type FilesStep =
  | 'edit'
  | 'list'
  | 'save'
  | 'arrive'
  | 'restructure'
  | 'byCode'
  | 'restart'
  | 'check'
  | 'alone'
  | 'markClean'
  | 'saveMeanwhile'
  | 'saveFails'
  | 'kill'
  | 'reload'
  | 'base'
  | 'switch'
  | 'onTop'
  | 'reset'
  | 'import'
  | 'export'
  | 'preset'
  | 'refuse';

/** The weights of the actions. */
export type FilesMix = readonly (readonly [weight: number, step: FilesStep])[];

/** Runs use the first kind unless another is requested; faults of one kind need a focused mix. */
export const filesMixes = {
  anything: [
    [10, 'edit'],
    [3, 'save'],
    [3, 'arrive'],
    [2, 'restructure'],
    [1, 'byCode'],
    [2, 'restart'],
    [2, 'check'],
    [4, 'alone'],
    [1, 'markClean'],
    [1, 'saveMeanwhile'],
    [1, 'saveFails'],
    [1, 'kill'],
    [1, 'reload'],
    [1, 'base'],
    [1, 'switch'],
    [1, 'onTop'],
    [1, 'reset'],
    [1, 'import'],
    [1, 'export'],
    [1, 'preset'],
    [1, 'refuse'],
  ],
  edits: [
    [5, 'edit'],
    [2, 'save'],
    [1, 'alone'],
  ],
  alone: [[1, 'alone']],
  lists: [
    [6, 'list'],
    [2, 'save'],
    [2, 'arrive'],
  ],
  pending: [
    [4, 'edit'],
    [4, 'arrive'],
    [1, 'restructure'],
    [1, 'save'],
  ],
  presets: [
    [3, 'preset'],
    [2, 'edit'],
    [1, 'list'],
    [1, 'arrive'],
    [1, 'save'],
  ],
  onTop: [
    [4, 'edit'],
    [1, 'list'],
    [1, 'reset'],
    [1, 'restructure'],
    [1, 'arrive'],
    [2, 'onTop'],
    [1, 'alone'],
  ],
  structure: [
    [4, 'restructure'],
    [1, 'arrive'],
    [1, 'save'],
    [1, 'restart'],
  ],
  bases: [
    [2, 'base'],
    [2, 'switch'],
    [2, 'reload'],
    [4, 'edit'],
    [1, 'arrive'],
    [1, 'restructure'],
    [1, 'save'],
    [2, 'check'],
  ],
} satisfies Readonly<Record<string, FilesMix>>;

export type FilesMixName = keyof typeof filesMixes;
