import { redo, undo } from './host/edits.js';
import { go, pages } from './host/route.js';
import { openSearch } from './pages/search.js';
import { open, saveShow } from './pages/show-actions.js';

/** Global keys; single letters work only outside of text fields. */
export function followKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.matches('input:not([type=range], [type=checkbox]), textarea, select');
    // Sliders, switches and menus handle keys themselves.
    const isHeld = event.target instanceof HTMLElement && event.target.matches('input, [role=menuitem]');
    const act =
      event.ctrlKey || event.metaKey
        ? withControl(event, isTyping)
        : isTyping || isHeld || event.altKey
          ? undefined
          : single[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

const single: Readonly<Record<string, () => void>> = {
  '/': openSearch,
  '?': open('keys'),
  ...Object.fromEntries(pages.map(({ page }, i) => [String(i + 1), () => go(page)])),
};

function withControl({ key, shiftKey }: KeyboardEvent, isTyping: boolean): (() => void) | undefined {
  switch (key.toLowerCase()) {
    case 'k':
      return openSearch;
    case 's':
      return saveShow;
    // In a text field, the browser undoes typing.
    case 'z':
      return isTyping ? undefined : shiftKey ? redo : undo;
    case 'y':
      return isTyping ? undefined : redo;
    default:
      return undefined;
  }
}
