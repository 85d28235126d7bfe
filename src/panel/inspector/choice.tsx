import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { go } from '../host/route.js';
import { entries } from '../host/scene.js';
import { remoteHost } from '../host/session.js';
import {
  derivedTypes,
  elementType,
  enums,
  isFlags,
  isKindOf,
  type Property,
  readable,
} from '../host/types.js';
import { isArray, isObject } from '../host/values.js';
import { IconButton } from '../ui/button.js';
import { type Option, Segments, Select } from '../ui/choices.js';
import type { Binding } from './binding.js';
import type { ValueProps } from './drawing.js';

/** Maximum number of options, and of characters of their names, that are drawn as buttons side by side. */
const maxSegments = 3;
const maxSegmentsLength = 26;

export function isSegmented(
  values: readonly { readonly name: string; readonly displayName?: string | undefined }[],
): boolean {
  const length = values.reduce(
    (sum, { displayName, name }) => sum + (displayName || readable(name)).length,
    0,
  );
  return values.length > 1 && values.length <= maxSegments && length <= maxSegmentsLength;
}

export function EnumChoice({ value, property, ...rest }: ChoiceProps) {
  const type = property.enumType ?? elementType(property.type);
  const values = enums.value.get(type)?.values ?? [];
  const present = value === null || value === undefined ? '' : String(value);
  const labelled = values.map(({ name, displayName }) => ({
    value: name,
    label: displayName || readable(name),
  }));
  if (isFlags(property, value)) return <Flags {...rest} present={present} values={values} />;
  if (!isSegmented(values) || !values.some(({ name }) => name === present))
    return <Select {...rest} value={present} options={labelled} />;
  return <Segments {...rest} value={present} options={labelled} />;
}

interface ChoiceProps extends ValueProps {
  readonly property: Property;
}

interface FlagsProps extends Omit<ChoiceProps, 'value' | 'property'> {
  readonly present: string;
  readonly values: readonly {
    readonly name: string;
    readonly value: number;
    readonly displayName?: string;
  }[];
}

function Flags({ present, values, onChange, label, readOnly, id }: FlagsProps) {
  const numberOf = new Map(values.map(({ name, value }) => [name, Number(value)]));
  const set = present
    .split(',')
    .reduce((sum, name) => sum | (numberOf.get(name.trim()) ?? Number(name) ?? 0), 0);
  const seen = new Set<number>();
  const bits = values.filter(({ value }) => {
    const isNew = !seen.has(Number(value));
    seen.add(Number(value));
    return isNew && Number(value) > 0 && Number.isInteger(Math.log2(Number(value)));
  });
  return (
    <div role="group" class="chips" aria-label={label} id={id}>
      {bits.map(({ name, value, displayName }) => {
        const bit = Number(value);
        const isSet = (set & bit) === bit;
        const next = isSet ? set & ~bit : set | bit;
        const rest = bits
          .filter((each) => (next & Number(each.value)) === Number(each.value))
          .map((each) => each.name);
        const none = values.find((each) => Number(each.value) === 0)?.name;
        return (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={isSet}
            disabled={readOnly}
            onClick={() => onChange(rest.length > 0 ? rest.join(', ') : (none ?? 0))}
          >
            {displayName || readable(name)}
          </button>
        );
      })}
    </div>
  );
}

/** Adds hints to options with the same label. */
function distinct(options: readonly Option[], hints: readonly string[]): readonly Option[] {
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(label, (counts.get(label) ?? 0) + 1);
  return options.map(({ value, label }, i) => ({
    value,
    label: counts.get(label) === 1 ? label : `${label} (${hints[i]})`,
  }));
}

interface SelectorProps extends ChoiceProps {
  /** The owner of the member; another of its members contains the options. */
  readonly container: Binding;
}

export function StringSelector({ value, property, container, ...rest }: SelectorProps) {
  const { sourcePropertyName, sourceProperty } = property.controller as {
    sourcePropertyName?: string;
    sourceProperty?: string;
  };
  const source = container.at(sourcePropertyName ?? sourceProperty ?? '').value.value;
  const options = isArray(source)
    ? source.map((each) => ({ value: String(each ?? ''), label: String(each ?? '') || '—' }))
    : [];
  return <Select {...rest} value={String(value ?? '')} options={options} />;
}

/** Chooses the type name in a string, or the type of an inline object. */
export function TypeSelector({ value, property, onChange, ...rest }: ChoiceProps) {
  const given =
    (property.controller?.options as readonly string[] | undefined) ?? property.elementTypeOptions;
  const options = given ?? derivedTypes(property.type);
  const isInline = isObject(value);
  const present = isInline ? String(value['@type'] ?? '') : String(value ?? '');
  return (
    <Select
      {...rest}
      value={present}
      options={options.map((each) => ({ value: each, label: readable(each) }))}
      onChange={(next) => onChange(property.type === 'String' ? next : { '@type': next })}
    />
  );
}

export function ObjectSelector({ value, property, onChange, ...rest }: ChoiceProps) {
  const type = elementType(property.type);
  const given = (property.controller?.options ?? []) as readonly { id: string; name: string; type: string }[];
  const fitting = entries.value.filter((each) => isKindOf(each.type, type));
  const all = fitting.length > 0 ? fitting : given;
  const present = isObject(value) ? String(value['@ref'] ?? '') : '';
  const options = distinct(
    distinct(
      all.map(({ id, name }) => ({ value: id, label: name })),
      all.map((each) => each.type),
    ),
    fitting.length > 0 ? fitting.map((each) => each.key) : given.map((each) => each.id),
  );
  return (
    <span class="line with-action">
      <Select
        {...rest}
        value={present}
        options={[{ value: '', label: 'None' }, ...options]}
        onChange={(id) => onChange(id === '' ? null : { '@ref': id })}
      />
      {present !== '' && <OpenReference id={present} />}
    </span>
  );
}

function OpenReference({ id }: { id: string }) {
  const entry = entries.value.find((each) => each.id === id);
  if (entry === undefined) return null;
  return (
    <IconButton icon="open_in_new" label={`Open ${entry.name}`} onClick={() => go('objects', entry.key)} />
  );
}

const assetNames = signal<ReadonlyMap<string, string>>(new Map());
const askedFor = new Set<string>();

function nameAsset(guid: string): void {
  if (guid === '' || askedFor.has(guid)) return;
  askedFor.add(guid);
  remoteHost
    .peek()!
    .asset(guid)
    .then(
      ({ name }) => {
        assetNames.value = new Map(assetNames.value).set(guid, name);
      },
      () => askedFor.delete(guid),
    );
}

export function AssetSelector({ value, property, container, onChange, ...rest }: SelectorProps) {
  const { sourcePropertyName, refProperty } = property.controller as {
    sourcePropertyName?: string;
    refProperty?: string;
  };
  const source = sourcePropertyName === undefined ? undefined : container.at(sourcePropertyName).value.value;
  const external = refProperty === undefined ? undefined : container.at(refProperty).value.value;
  const guids = isArray(source) ? source.map((each) => String(each ?? '')) : [];
  useEffect(() => guids.forEach(nameAsset), [guids.join('\n')]);
  const present = isObject(value) ? String(value['@guid'] ?? '') : typeof value === 'string' ? value : '';
  const shownName = isObject(value) ? String(value['@name'] ?? '') : '';
  const names = new Map(assetNames.value);
  if (present !== '' && shownName !== '') names.set(present, shownName);
  const all = [...new Set(['', ...guids, ...(present === '' ? [] : [present])])];
  const options = distinct(
    all.map((guid) => ({ value: guid, label: guid === '' ? 'None' : (names.get(guid) ?? guid) })),
    all,
  );
  return (
    <span class="stack">
      <Select
        {...rest}
        value={present}
        options={options}
        onChange={(guid) => onChange(guid === '' ? null : guid)}
      />
      {typeof external === 'string' && external !== '' && <small class="dim">{external}</small>}
    </span>
  );
}
