import { useId, useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { isChanged } from '../host/changed.js';
import { copy } from '../host/clipboard.js';
import { isPinned, pin, unpin } from '../host/deck.js';
import { reset } from '../host/edits.js';
import { isUnknown } from '../host/outcomes.js';
import { isRefused } from '../host/rights.js';
import { labelOf, type Property } from '../host/types.js';
import { isArray, isObject } from '../host/values.js';
import { cut } from '../ui/cut.js';
import { Guarded } from '../ui/guarded.js';
import { Icon } from '../ui/icon.js';
import { type MenuEntry, openMenu } from '../ui/menu.js';
import type { Binding } from './binding.js';
import { Control } from './control.js';
import { useDrawing } from './drawing.js';
import { isBlock, isWide } from './kinds.js';

/** Deeper, and of more values, structs wait until somebody opens them. */
const deepestOpen = 6;
const mostOpen = 500;

interface FieldProps {
  readonly property: Property;
  readonly container: Binding;
  readonly readOnly: boolean;
}

const longestHelp = 2000;

/** A member with its label, which opens what else can be done with it. */
export function Field(props: FieldProps) {
  return (
    <Guarded what={labelOf(props.property)}>
      <Drawn {...props} />
    </Guarded>
  );
}

function Drawn({ property, container, readOnly: isAllReadOnly }: FieldProps) {
  const id = useId();
  const binding = container.at(property.name);
  const value = binding.value.value;
  const label = labelOf(property);
  const block = isBlock(property, value);
  const { depth } = useDrawing();
  const [isOpen, setOpen] = useState(
    () => property.collapsed !== true && depth < deepestOpen && (isArray(value) || !isLarge(value)),
  );
  // A list of references is fixed; what its elements refer to is not.
  const isLocked = property.isReadOnly === true || (binding.place !== undefined && isRefused(binding.place));
  const readOnly = isAllReadOnly || isLocked;
  const control = (
    <Control
      id={id}
      property={property}
      binding={binding}
      container={container}
      label={label}
      readOnly={readOnly}
    />
  );
  if (!block)
    return (
      <div class={`field ${isWide(property) ? 'wide' : ''}`} data-path={binding.place?.path}>
        <Label property={property} binding={binding} label={label} readOnly={readOnly} isLocked={isLocked} />
        <div class="field-control">{control}</div>
      </div>
    );
  const count = isArray(value) ? value.length : undefined;
  return (
    <div class="field block" data-path={binding.place?.path}>
      <div class="block-head">
        <button type="button" class="disclosure" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron_right" class="turn" />
          <span class="disclosure-name">{label}</span>
          <small class="dim">{count ?? (isObject(value) ? '' : 'none')}</small>
        </button>
        <Label
          property={property}
          binding={binding}
          label={label}
          readOnly={readOnly}
          isLocked={isLocked}
          isDots
        />
      </div>
      {isOpen && <div class="nested">{control}</div>}
    </div>
  );
}

interface LabelProps {
  readonly property: Property;
  readonly binding: Binding;
  readonly label: string;
  readonly readOnly: boolean;
  /** By itself, and not only because nothing can be written now. */
  readonly isLocked: boolean;
  readonly isDots?: boolean | undefined;
}

function Label({ property, binding, label, readOnly, isLocked, isDots }: LabelProps) {
  const { place } = binding;
  const differs = place !== undefined && isChanged(place);
  if (place === undefined) return isDots ? null : <span class="label">{label}</span>;
  const open = (event: MouseEvent) => {
    const pinned = isPinned(place);
    const isRoomy = isWide(property) || isBlock(property, binding.value.peek());
    const entries: (MenuEntry | 'line')[] = [
      ...(readOnly
        ? []
        : [
            {
              label: 'Reset to default',
              icon: 'restart_alt',
              note: differs ? 'It is not the default' : undefined,
              act: () => void reset(place.key, place.path),
            },
          ]),
      pinned
        ? { label: 'Take from the deck', icon: 'keep', act: () => unpin(place) }
        : {
            label: 'Put on the deck',
            icon: 'keep',
            act: () => pin({ ...place, kind: 'member', isWide: isRoomy }),
          },
      {
        label: 'Copy path',
        icon: 'content_copy',
        note: place.path,
        act: () => void copy(`${place.key}/${place.path}`),
      },
    ];
    openMenu(event.currentTarget as HTMLElement, label, entries);
  };
  if (isDots)
    return (
      <button
        type="button"
        class={`icon-button faint ${differs ? 'differs' : ''}`}
        aria-label={`More for ${label}${differs ? ', not the default' : ''}`}
        onClick={open}
      >
        <Icon name="more_vert" />
      </button>
    );
  return (
    <button
      type="button"
      class={`label ${differs ? 'differs' : ''}`}
      aria-haspopup="menu"
      title={cut(property.help ?? '', longestHelp) || undefined}
      onClick={open}
      onContextMenu={(event) => {
        event.preventDefault();
        open(event);
      }}
    >
      <span class="label-text">{label}</span>
      {differs && <span class="unseen">(not the default)</span>}
      {isLocked && <Icon name="lock" class="lock" />}
      {isUnknown(place) && <span class="not-known">Not known</span>}
      {property.help && <span class="help">{cut(property.help, longestHelp)}</span>}
    </button>
  );
}

function isLarge(value: Json | undefined): boolean {
  let count = 0;
  const open = [value];
  while (open.length > 0 && count <= mostOpen) {
    const each = open.pop();
    count++;
    if (typeof each === 'object' && each !== null) open.push(...Object.values(each).slice(0, mostOpen));
  }
  return count > mostOpen;
}
