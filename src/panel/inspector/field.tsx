import { useId, useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { isChanged } from '../host/changed-members.js';
import { reset as resetMember } from '../host/edits.js';
import { isUnknown } from '../host/outcomes.js';
import { isRefused } from '../host/rights.js';
import { labelOf, type Property } from '../host/types.js';
import { isArray, isObject } from '../host/values.js';
import { IconButton } from '../ui/button.js';
import { ErrorBoundary } from '../ui/error-boundary.js';
import { Icon } from '../ui/icon.js';
import { openMenu } from '../ui/menu.js';
import { truncate } from '../ui/truncate.js';
import type { Binding } from './binding.js';
import { Control, controlOf } from './control.js';
import { type ControlProps, useDrawing } from './drawing.js';
import { memberEntries } from './member-menu.js';

/** Structs that are deeper or larger are closed at first. */
const maxOpenDepth = 6;
const maxOpenValues = 500;

interface FieldProps {
  readonly property: Property;
  readonly container: Binding;
  readonly readOnly: boolean;
}

const maxHelpLength = 2000;

/** A member with its label, which opens a menu. */
export function Field(props: FieldProps) {
  return (
    <ErrorBoundary what={labelOf(props.property)}>
      <FieldContent {...props} />
    </ErrorBoundary>
  );
}

function FieldContent({ property, container, readOnly: isAllReadOnly }: FieldProps) {
  const id = useId();
  const binding = container.at(property.name);
  const value = binding.value.value;
  const label = labelOf(property);
  const { layout } = controlOf(property, value);
  const { depth } = useDrawing();
  const [isOpen, setOpen] = useState(
    () => property.collapsed !== true && depth < maxOpenDepth && (isArray(value) || !isLarge(value)),
  );
  // A read-only list of references does not make the referenced objects read-only.
  const isLocked =
    property.isReadOnly === true || (binding.member !== undefined && isRefused(binding.member));
  const readOnly = isAllReadOnly || isLocked;
  const labelled = { property, binding, label, readOnly, isLocked };
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
  if (layout !== 'block')
    return (
      <div class={`field ${layout === 'wide' ? 'wide' : ''}`} data-path={binding.member?.path}>
        <Label {...labelled} />
        <div class="field-control">{control}</div>
      </div>
    );
  const count = isArray(value) ? value.length : undefined;
  return (
    <div class="field block" data-path={binding.member?.path}>
      <div class="line block-head">
        <button type="button" class="line disclosure" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron_right" class="turn" />
          <span class="disclosure-name">{label}</span>
          <small class="dim">{count ?? (isObject(value) ? '' : 'none')}</small>
        </button>
        <Label {...labelled} isDots />
      </div>
      {isOpen && <div class="nested">{control}</div>}
    </div>
  );
}

interface LabelProps extends Pick<ControlProps, 'property' | 'binding' | 'label' | 'readOnly'> {
  /** True if the member itself is read-only, not only while the host is unreachable. */
  readonly isLocked: boolean;
  readonly isDots?: boolean | undefined;
}

function Label({ property, binding, label, readOnly, isLocked, isDots }: LabelProps) {
  const { member } = binding;
  const differs = member !== undefined && isChanged(member);
  if (member === undefined) return isDots ? null : <span class="line label">{label}</span>;
  const open = (event: MouseEvent) => {
    const isWide = controlOf(property, binding.value.peek()).layout !== 'narrow';
    const reset = {
      label: 'Reset to default',
      icon: 'restart_alt',
      note: differs ? 'It is not the default' : undefined,
      act: () => void resetMember(member.key, member.path),
    };
    const entries = memberEntries({ ...member, kind: 'member', isWide });
    openMenu(event.currentTarget as HTMLElement, label, readOnly ? entries : [reset, ...entries]);
  };
  if (isDots)
    return (
      <IconButton
        icon="more_vert"
        label={`More for ${label}${differs ? ', not the default' : ''}`}
        class={`faint ${differs ? 'differs' : ''}`}
        onClick={open}
      />
    );
  return (
    <button
      type="button"
      class={`line label ${differs ? 'differs' : ''}`}
      aria-haspopup="menu"
      title={truncate(property.help ?? '', maxHelpLength) || undefined}
      onClick={open}
      onContextMenu={(event) => {
        event.preventDefault();
        open(event);
      }}
    >
      <span class="label-text">{label}</span>
      {differs && <span class="unseen">(not the default)</span>}
      {isLocked && <Icon name="lock" class="lock" />}
      {isUnknown(member) && <span class="not-known">Not known</span>}
      {property.help && <span class="help">{truncate(property.help, maxHelpLength)}</span>}
    </button>
  );
}

function isLarge(value: Json | undefined): boolean {
  let count = 0;
  const open = [value];
  while (open.length > 0 && count <= maxOpenValues) {
    const each = open.pop();
    count++;
    if (typeof each === 'object' && each !== null) open.push(...Object.values(each).slice(0, maxOpenValues));
  }
  return count > maxOpenValues;
}
