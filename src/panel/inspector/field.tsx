import { useId, useState } from 'preact/hooks';
import { isChanged } from '../host/changed.js';
import { copy } from '../host/clipboard.js';
import { isPinned, pin, unpin } from '../host/deck.js';
import { reset } from '../host/edits.js';
import { labelOf, type Property } from '../host/types.js';
import { isArray, isObject } from '../host/values.js';
import { Icon } from '../ui/icon.js';
import { type MenuEntry, openMenu } from '../ui/menu.js';
import type { Binding } from './binding.js';
import { Control } from './control.js';
import { isBlock, isWide } from './kinds.js';

interface FieldProps {
  readonly property: Property;
  readonly container: Binding;
  readonly readOnly: boolean;
}

/** A member with its label, which opens what else can be done with it. */
export function Field({ property, container, readOnly: isAllReadOnly }: FieldProps) {
  const id = useId();
  const binding = container.at(property.name);
  const value = binding.value.value;
  const label = labelOf(property);
  const block = isBlock(property, value);
  const [isOpen, setOpen] = useState(property.collapsed !== true);
  // A list of references is fixed; what its elements refer to is not.
  const readOnly = isAllReadOnly || property.isReadOnly === true;
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
        <Label property={property} binding={binding} label={label} readOnly={readOnly} />
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
        <Label property={property} binding={binding} label={label} readOnly={readOnly} isDots />
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
  readonly isDots?: boolean | undefined;
}

function Label({ property, binding, label, readOnly, isDots }: LabelProps) {
  const { place } = binding;
  const differs = place !== undefined && isChanged(place);
  if (place === undefined) return isDots ? null : <span class="label">{label}</span>;
  const open = (event: MouseEvent) => {
    const pinned = isPinned(place);
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
        : { label: 'Put on the deck', icon: 'keep', act: () => pin({ ...place, kind: 'member' }) },
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
      title={property.help || undefined}
      onClick={open}
      onContextMenu={(event) => {
        event.preventDefault();
        open(event);
      }}
    >
      <span class="label-text">{label}</span>
      {differs && <span class="unseen">(not the default)</span>}
      {readOnly && <Icon name="lock" class="lock" />}
      {property.help && <span class="help">{property.help}</span>}
    </button>
  );
}
