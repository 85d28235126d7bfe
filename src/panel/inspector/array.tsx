import { useRef, useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { changeArray } from '../host/edits.js';
import { keyOf } from '../host/keyed-path.js';
import { isFixed } from '../host/rights.js';
import { derivedTypes, elementType, labelOf, type Property, readable, types } from '../host/types.js';
import { isArray, isObject, moved } from '../host/values.js';
import { Button, IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { openMenu } from '../ui/menu.js';
import { type Reorder, useReorder } from '../ui/reorder.js';
import { truncate } from '../ui/truncate.js';
import type { Binding } from './binding.js';
import { type ControlProps, useDrawing } from './drawing.js';
import { shortened } from './number.js';

/** Number of elements that are drawn at first, and with each press on "more". */
const pageSize = 50;

export function ArrayControl({ property, binding, container, label, readOnly }: ControlProps) {
  const value = binding.value.value;
  const elements = isArray(value) ? value : [];
  const [shown, setShown] = useState(pageSize);
  const [dropIndex, setDropIndex] = useState<number | undefined>(undefined);
  const type = elementType(property.type);
  const element: Property = { ...property, name: 'element', type, isArray: false, label: undefined };
  const isUnderWay = useRef(false);
  const change = changerOf(binding, isUnderWay);
  const options = property.elementTypeOptions ?? (types.value.has(type) ? derivedTypes(type) : []);
  const add = (event: MouseEvent) => {
    if (options.length < 2 || !property.elementTypeOptions)
      return change.append(options.length === 1 ? { '@type': options[0]! } : undefined);
    openMenu(
      event.currentTarget as HTMLElement,
      `Add to ${label}`,
      options.map((each) => ({
        label: readable(each),
        icon: 'add',
        act: () => change.append({ '@type': each }),
      })),
    );
  };
  const drag = useReorder<HTMLOListElement>(elements.length, change.move, setDropIndex);
  return (
    <div class="array">
      {elements.length === 0 && <p class="line dim empty-line">Empty</p>}
      <ol class="elements" ref={drag.list}>
        {elements.slice(0, shown).map((_each, i) => (
          <Element
            key={i}
            index={i}
            list={label}
            property={element}
            binding={binding.at(String(i))}
            container={container}
            readOnly={readOnly}
            isDropTarget={dropIndex === i}
            onRemove={() => change.remove(i)}
            drag={isFixed(readOnly) || elements.length === 1 ? undefined : drag}
          />
        ))}
      </ol>
      <div class="row">
        {elements.length > shown && (
          <Button kind="quiet" onClick={() => setShown(shown + pageSize)}>
            {`${Math.min(pageSize, elements.length - shown)} more of ${elements.length}`}
          </Button>
        )}
        {!isFixed(readOnly) && (
          <Button disabled={readOnly} icon="add" kind="quiet" label={`Add to ${label}`} onClick={add}>
            Add
          </Button>
        )}
      </div>
    </div>
  );
}

interface Changer {
  append(value: Json | undefined): void;
  remove(index: number): void;
  move(from: number, to: number): void;
}

/**
 * Changes an array: on the host by its operations, for arguments locally.
 * @param isUnderWay true while the host removes or moves an element; until then elements are at old indexes, so that
 * another press could mean the wrong one
 */
function changerOf(binding: Binding, isUnderWay: { current: boolean }): Changer {
  const { member } = binding;
  if (member !== undefined) {
    const { key, path } = member;
    const alone = async (change: Parameters<typeof changeArray>[2]) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      await changeArray(key, path, change);
      isUnderWay.current = false;
    };
    return {
      append: (value) => void changeArray(key, path, (object, at) => object.append(at, value)),
      remove: (index) => void alone((object, at) => object.remove(at, index)),
      move: (from, to) => void alone((object, at) => object.move(at, from, to)),
    };
  }
  const elements = () => (binding.value.peek() as readonly Json[] | null | undefined) ?? [];
  return {
    append: (value) => binding.set([...elements(), value ?? null]),
    remove: (index) => binding.set(elements().filter((_each, i) => i !== index)),
    move: (from, to) => binding.set(moved(elements(), from, to)),
  };
}

interface ElementProps extends Omit<ControlProps, 'label'> {
  readonly index: number;
  /** The name of the list, which makes the labels of elements unique. */
  readonly list: string;
  readonly isDropTarget: boolean;
  readonly onRemove: () => void;
  readonly drag: Reorder<HTMLOListElement> | undefined;
}

function Element(props: ElementProps) {
  const { index, list, property, binding, container, readOnly, isDropTarget, onRemove, drag } = props;
  const value = binding.value.value ?? null;
  const { Control, controlOf } = useDrawing();
  const name = nameOf(value, property, index);
  const isBlock = controlOf(property, value).layout === 'block';
  const [isOpen, setOpen] = useState(false);
  const handle = drag && (
    <button
      type="button"
      class="middle drag-handle"
      disabled={readOnly}
      aria-label={`Move ${name} of ${list}: with the arrow keys, or by dragging`}
      onPointerDown={(event) => drag.begin(event, index)}
      onKeyDown={(event) => drag.key(event, index)}
    >
      <Icon name="drag_indicator" />
    </button>
  );
  const remove = !isFixed(readOnly) && (
    <IconButton
      disabled={readOnly}
      icon="delete"
      label={`Remove ${name} of ${list}`}
      class="faint"
      onClick={onRemove}
    />
  );
  const control = (
    <Control
      property={property}
      binding={binding}
      container={container}
      label={`${list}, ${name}`}
      readOnly={readOnly}
    />
  );
  if (!isBlock)
    return (
      <li class={`line element ${isDropTarget ? 'target' : ''}`}>
        {handle}
        <div class="element-control">{control}</div>
        {remove}
      </li>
    );
  return (
    <li class={`line element block ${isDropTarget ? 'target' : ''}`}>
      <div class="line element-head">
        {handle}
        <button type="button" class="line disclosure" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron_right" class="turn" />
          <span class="disclosure-name">{name}</span>
          <small class="dim">{summaryOf(value)}</small>
        </button>
        {remove}
      </div>
      {isOpen && <div class="nested">{control}</div>}
    </li>
  );
}

/** Names an element by its key, its name or its index. */
function nameOf(value: Json, { type }: Property, index: number): string {
  if (!isObject(value)) return `Element ${index + 1}`;
  const named = keyOf(value) ?? value['@name'] ?? value.name;
  if (named !== undefined && named !== null && named !== '') return truncate(String(named));
  return `${readable(String(value['@type'] ?? type))} ${index + 1}`;
}

/** Returns the first plain values of an element, shown while it is closed. */
function summaryOf(value: Json): string {
  if (!isObject(value)) return '';
  const of = types.value.get(String(value['@type']));
  const plain = (of?.properties ?? []).filter(
    ({ name, isKey }) =>
      !isKey && ['number', 'string', 'boolean'].includes(typeof value[name]) && value[name] !== '',
  );
  return plain
    .slice(0, 2)
    .map(
      (each) =>
        `${labelOf(each)} ${typeof value[each.name] === 'number' ? shortened(value[each.name]) : truncate(String(value[each.name]))}`,
    )
    .join(' · ');
}
