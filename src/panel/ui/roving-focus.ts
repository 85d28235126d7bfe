import { useState } from 'preact/hooks';

/** Makes a list of links with `tabIndex` -1 one stop of the Tab key, in which the arrow keys move. */
export function useRovingFocus(list: { readonly current: HTMLElement | null }) {
  // Shift+Tab must lead out of the list, not to the list itself.
  const [isInside, setInside] = useState(false);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  const isSeen = (link: HTMLElement) => {
    const [own, around] = [link.getBoundingClientRect(), list.current!.getBoundingClientRect()];
    return own.top >= around.top && own.bottom <= around.bottom;
  };
  return {
    tabIndex: isInside ? -1 : 0,
    onFocus(event: FocusEvent) {
      setInside(true);
      if (event.target !== list.current) return;
      const seen = links().filter(isSeen);
      (seen.find((each) => each.hasAttribute('aria-current')) ?? seen[0])?.focus();
    },
    onBlur(event: FocusEvent) {
      if (!list.current?.contains(event.relatedTarget as Node | null)) setInside(false);
    },
    onKeyDown(event: KeyboardEvent) {
      const all = links();
      const at = all.indexOf(document.activeElement as HTMLElement);
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
      if (step !== undefined && at >= 0) {
        event.preventDefault();
        // Links below the visible part exist after the list has scrolled.
        const next = all[Math.min(all.length - 1, Math.max(0, at + step))]!;
        next.focus({ preventScroll: true });
        next.scrollIntoView({ block: 'nearest' });
      }
      if (event.key === 'Home' || event.key === 'End') {
        event.preventDefault();
        const isFirst = event.key === 'Home';
        list.current!.scrollTo(0, isFirst ? 0 : list.current!.scrollHeight);
        requestAnimationFrame(() => {
          links()
            .at(isFirst ? 0 : -1)
            ?.focus();
        });
      }
    },
  };
}
