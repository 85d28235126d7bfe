import { useRef } from 'preact/hooks';

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Dragging {
  readonly disabled?: boolean | undefined;
  /** It is clear that a drag is meant, which began there. */
  begin(from: Point, element: HTMLElement): void;
  move(to: Point, event: PointerEvent): void;
  end(): void;
  /** The system has taken the pointer away: what the drag has written is put back. */
  cancel(): void;
  /** The pointer was released before it had moved. */
  tap?(at: Point): void;
}

/** A finger that has moved less than so many pixels may still want anything. */
const dragThreshold = 8;
/** A finger goes clearly along where it goes so many times as far along as across. */
const sidewaysRatio = 1.5;

interface Held {
  readonly id: number;
  readonly from: Point;
  /** Undecided as yet, a drag, or a way to somewhere else; once decided it stays so. */
  is: 'open' | 'along' | 'across';
}

/**
 * Handlers for an element that one pointer at a time drags to the side. Fingers scroll over such elements, too: they drag only
 * where they go clearly to the side, a mouse at once. The element has `touch-action: pan-y`.
 */
export function useDrag(dragging: Dragging) {
  const down = useRef<Held | undefined>(undefined);
  const begin = (event: PointerEvent) => {
    const element = event.currentTarget as HTMLElement;
    element.setPointerCapture(event.pointerId);
    dragging.begin(down.current!.from, element);
  };
  /** What is held by this pointer, which is released. */
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
