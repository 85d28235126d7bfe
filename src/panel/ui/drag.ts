import { useRef } from 'preact/hooks';

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Dragging {
  readonly disabled?: boolean | undefined;
  /** Called when a pointer certainly drags, with the point where it started. */
  begin(from: Point, element: HTMLElement): void;
  move(to: Point, event: PointerEvent): void;
  end(): void;
  /** Called when the system takes the pointer away; undo what the drag has written. */
  cancel(): void;
  /** Called when the pointer is released before it has moved. */
  tap?(at: Point): void;
}

/** Pixels that a finger must move before its direction counts. */
const dragThreshold = 8;
/** A finger drags if it moves this many times farther sideways than up or down. */
const sidewaysRatio = 1.5;

interface Held {
  readonly id: number;
  readonly from: Point;
  /** `open` until the direction is known; then a drag (`along`) or a scroll (`across`). */
  is: 'open' | 'along' | 'across';
}

/**
 * Returns handlers that let one pointer at a time drag an element sideways. A mouse drags immediately; a
 * finger only if it clearly moves sideways, because it may also scroll. The element needs `touch-action:
 * pan-y`.
 */
export function useDrag(dragging: Dragging) {
  const down = useRef<Held | undefined>(undefined);
  const begin = (event: PointerEvent) => {
    const element = event.currentTarget as HTMLElement;
    element.setPointerCapture(event.pointerId);
    dragging.begin(down.current!.from, element);
  };
  /** Forgets a released pointer and returns what it was doing. */
  const release = ({ pointerId }: PointerEvent): Held['is'] | undefined => {
    if (pointerId !== down.current?.id) return undefined;
    const { is } = down.current;
    down.current = undefined;
    return is;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (dragging.disabled || down.current !== undefined || event.button !== 0) return;
      const isMouse = event.pointerType === 'mouse';
      down.current = { id: event.pointerId, from: pointOf(event), is: isMouse ? 'along' : 'open' };
      if (!isMouse) return;
      begin(event);
      dragging.move(pointOf(event), event);
    },
    onPointerMove(event: PointerEvent) {
      const held = down.current;
      if (event.pointerId !== held?.id) return;
      if (held.is === 'open') {
        held.is = directionOf(held.from, pointOf(event));
        if (held.is === 'along') begin(event);
      }
      if (held.is === 'along') dragging.move(pointOf(event), event);
    },
    onPointerUp(event: PointerEvent) {
      const is = release(event);
      if (is === 'along') dragging.end();
      else if (is === 'open') dragging.tap?.(pointOf(event));
    },
    onPointerCancel(event: PointerEvent) {
      if (release(event) === 'along') dragging.cancel();
    },
  };
}

function directionOf(from: Point, to: Point): Held['is'] {
  const [along, across] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (Math.max(along, across) < dragThreshold) return 'open';
  return along > sidewaysRatio * across ? 'along' : 'across';
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y });
