import { useRef } from 'preact/hooks';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The point at which a drag started, and the value at that time. */
interface DragStart<T> {
  readonly from: Point;
  readonly before: T;
}

interface Dragging<T> {
  readonly disabled?: boolean | undefined;
  readonly value: T;
  /** Shows the own value during the drag. */
  readonly hold?: { begin(): void; end(): void } | undefined;
  set(value: T): void;
  valueAt(to: Point, start: DragStart<T>, event: PointerEvent): T;
  begin?(from: Point, element: HTMLElement): void;
}

/** Pixels that a finger must move before its direction counts. */
const dragThreshold = 8;
/** A finger drags if it moves this many times farther sideways than up or down. */
const sidewaysRatio = 1.5;

interface Held<T> extends DragStart<T> {
  readonly id: number;
  before: T;
  last: T;
  /** `open` until the direction is known; then a drag (`along`) or a scroll (`across`). */
  is: 'open' | 'along' | 'across';
}

/**
 * Returns handlers that let one pointer at a time drag an element sideways to set a value. A mouse drags immediately; a
 * finger only if it clearly moves sideways, because it may also scroll. If the system cancels the pointer, the previous
 * value is restored. The element needs `touch-action: pan-y`.
 */
export function useDrag<T>({ disabled, value, hold, set, valueAt, begin }: Dragging<T>) {
  const down = useRef<Held<T> | undefined>(undefined);
  const start = (held: Held<T>, event: PointerEvent) => {
    const element = event.currentTarget as HTMLElement;
    element.setPointerCapture(event.pointerId);
    held.before = value;
    held.last = value;
    begin?.(held.from, element);
    hold?.begin();
  };
  const move = (held: Held<T>, event: PointerEvent) => {
    const next = valueAt(pointOf(event), held, event);
    if (next === held.last) return;
    held.last = next;
    set(next);
  };
  /** Forgets a released pointer and returns its state. */
  const release = ({ pointerId }: PointerEvent): Held<T> | undefined => {
    const held = down.current;
    if (pointerId !== held?.id) return undefined;
    down.current = undefined;
    if (held.is === 'along') hold?.end();
    return held;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (disabled || down.current !== undefined || event.button !== 0) return;
      const isMouse = event.pointerType === 'mouse';
      const is = isMouse ? 'along' : 'open';
      const held: Held<T> = { id: event.pointerId, from: pointOf(event), before: value, last: value, is };
      down.current = held;
      if (!isMouse) return;
      start(held, event);
      move(held, event);
    },
    onPointerMove(event: PointerEvent) {
      const held = down.current;
      if (event.pointerId !== held?.id) return;
      if (held.is === 'open') {
        held.is = directionOf(held.from, pointOf(event));
        if (held.is === 'along') start(held, event);
      }
      if (held.is === 'along') move(held, event);
    },
    onPointerUp: release,
    onPointerCancel(event: PointerEvent) {
      const held = release(event);
      if (held?.is === 'along' && held.last !== held.before) set(held.before);
    },
  };
}

function directionOf(from: Point, to: Point): Held<unknown>['is'] {
  const [along, across] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (Math.max(along, across) < dragThreshold) return 'open';
  return along > sidewaysRatio * across ? 'along' : 'across';
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y });
