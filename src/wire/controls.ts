/**
 * The controls that a remote app can draw for a member or a parameter (docs/spec/wire.md section 5), by name, with the
 * type of each option; `?` marks options that may be left out. It imports nothing, since it runs in browsers too.
 */
export const controls = {
  Default: {},
  Hide: {},
  Slider: { minValue: 'number', maxValue: 'number', step: 'number' },
  StringSelector: { sourcePropertyName: 'text' },
  TypeSelector: { options: 'texts?' },
  ObjectSelector: {},
  AssetSelector: { sourcePropertyName: 'text', assetType: 'text', refProperty: 'text?' },
  ImagePreview: { intervalMs: 'number' },
  InlineReference: {},
  GLTFFileSelector: { extensions: 'texts' },
  CameraController: { options: 'object?' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ControlOption>>>>;

type OptionType = keyof OptionTypes;
export type ControlOption = OptionType | `${OptionType}?`;

interface OptionTypes {
  readonly number: number;
  readonly text: string;
  readonly texts: readonly string[];
  readonly object: Readonly<Record<string, unknown>>;
}

type Table = typeof controls;
type Names<Options, Kind> = {
  [Name in keyof Options]: Options[Name] extends Kind ? Name : never;
}[keyof Options];
type Required<Options> = {
  readonly [Name in Names<Options, OptionType>]: Options[Name] extends OptionType
    ? OptionTypes[Options[Name]]
    : never;
};
type Optional<Options> = {
  readonly [Name in Names<
    Options,
    `${OptionType}?`
  >]?: Options[Name] extends `${infer Type extends OptionType}?` ? OptionTypes[Type] : never;
};
type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** The control that a remote app draws for a member or a parameter: its type and its options. */
export type Controller = {
  [Type in keyof Table]: Flat<{ readonly type: Type } & Required<Table[Type]> & Optional<Table[Type]>>;
}[keyof Table];
