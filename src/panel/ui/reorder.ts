import { useRef } from 'preact/hooks';

export interface Reorder<E extends HTMLElement> {
  /** The element whose children are the items. */
  readonly list: { current: E | null };
  /** Begins to drag; for `onPointerDown` of a handle. */
  begin(event: PointerEvent, index: number): void;
  /** Moves with the arrow keys; for `onKeyDown` of a handle of the class `drag-handle`. */
  key(event: KeyboardEvent, index: number): void;
}

/** Moves items of a list or grid by dragging or with the arrow keys, and marks where one would be dropped. */
export function useReorder<E extends HTMLElement>(
  length: number,
  move: (from: number, to: number) => void,
  mark: (index: number | undefined) => void,
): Reorder<E> {
  const list = useRef<E>(null);
  return {
    list,
    begin(event, from) {
      const handle = event.currentTarget as HTMLElement;
      handle.setPointerCapture(event.pointerId);
      let to = from;
      const follow = (moved: PointerEvent) => {
        to = nearest([...(list.current?.children ?? [])], moved);
        mark(to === from ? undefined : to);
      };
      const end = (ended: Event) => {
        handle.removeEventListener('pointermove', follow);
        handle.removeEventListener('pointerup', end);
        handle.removeEventListener('pointercancel', end);
        mark(undefined);
        if (ended.type === 'pointerup' && to !== from) move(from, to);
      };
      handle.addEventListener('pointermove', follow);
      handle.addEventListener('pointerup', end);
      handle.addEventListener('pointercancel', end);
    },
    key(event, from) {
      const to = from + (steps[event.key] ?? 0);
      if (to === from || to < 0 || to >= length) return;
      event.preventDefault();
      move(from, to);
      const row = list.current?.children[to];
      row?.querySelector<HTMLElement>('.drag-handle')?.focus();
    },
  };
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** Returns the item nearest to the pointer. */
function nearest(items: readonly Element[], { clientX, clientY }: PointerEvent): number {
  const distances = items.map((item) => {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    return Math.hypot(
      Math.max(left - clientX, 0, clientX - right),
      Math.max(top - clientY, 0, clientY - bottom),
    );
  });
  return distances.indexOf(Math.min(...distances));
}
