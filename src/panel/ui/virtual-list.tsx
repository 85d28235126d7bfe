import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useRovingFocus } from './roving-focus.js';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** Height of a row in pixels. */
  readonly rowHeight: number | ((item: T) => number);
  readonly label: string;
  readonly draw: (item: T, index: number) => ComponentChildren;
  /** Index of a row; scrolls to it when it changes. */
  readonly reveal?: number | undefined;
  /** Makes its links one stop of the Tab key. */
  readonly roves?: boolean | undefined;
  /** Keeps the end in sight while it is scrolled to the end. */
  readonly follows?: boolean | undefined;
}

const overscan = 6;

/** A list of any length that renders only the visible rows. */
export function VirtualList<T>({
  items,
  rowHeight,
  label,
  draw,
  reveal,
  follows,
  roves,
}: VirtualListProps<T>) {
  const ref = useRef<HTMLDivElement>(null);
  const tops = useMemo(() => topsOf(items, rowHeight), [items, rowHeight]);
  const height = tops.at(-1)!;
  const [range, setRange] = useState<readonly [number, number]>([0, 30]);
  const isAtEnd = useRef(true);
  const measure = () => {
    const { scrollTop, clientHeight, scrollHeight } = ref.current!;
    isAtEnd.current = scrollTop + clientHeight > scrollHeight - 24;
    const first = Math.max(0, rowAt(tops, scrollTop) - overscan);
    const last = rowAt(tops, scrollTop + clientHeight) + overscan;
    setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, [tops]);
  useLayoutEffect(() => {
    if (follows && isAtEnd.current) ref.current!.scrollTop = height;
    measure();
  }, [items, follows]);
  useLayoutEffect(() => {
    if (reveal === undefined || reveal < 0) return;
    const { scrollTop, clientHeight } = ref.current!;
    const top = tops[reveal] ?? 0;
    const bottom = tops[reveal + 1] ?? height;
    if (top < scrollTop) ref.current!.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) ref.current!.scrollTop = bottom - clientHeight;
  }, [reveal]);
  const rove = useRovingFocus(ref);
  const [first, last] = range;
  return (
    <div
      class="virtual"
      ref={ref}
      onScroll={measure}
      role="region"
      aria-label={label}
      {...(roves ? rove : { tabIndex: -1 })}
    >
      <div class="virtual-all" style={{ height: `${height}px` }}>
        <div
          class="virtual-seen"
          style={{ transform: `translateY(${tops[Math.min(first, items.length)]}px)` }}
        >
          {items.slice(first, last).map((item, i) => draw(item, first + i))}
        </div>
      </div>
    </div>
  );
}

/** Returns the top of each row and, as the last item, the height of all. */
function topsOf<T>(items: readonly T[], rowHeight: VirtualListProps<T>['rowHeight']): Float64Array {
  const tops = new Float64Array(items.length + 1);
  for (let i = 0; i < items.length; i++)
    tops[i + 1] = tops[i]! + (typeof rowHeight === 'number' ? rowHeight : rowHeight(items[i]!));
  return tops;
}

/** Returns the row at a height by binary search. */
function rowAt(tops: Float64Array, top: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
