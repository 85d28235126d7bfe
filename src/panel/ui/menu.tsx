import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';

export interface MenuEntry {
  readonly label: string;
  readonly icon: string;
  readonly note?: string | undefined;
  readonly act: () => void;
}

interface OpenMenu {
  readonly title: string;
  readonly entries: readonly MenuEntry[];
  readonly anchor: HTMLElement;
}

const open = signal<OpenMenu | undefined>(undefined);

/** Opens a menu at an element, on phones at the bottom of the screen. */
export function openMenu(anchor: HTMLElement, title: string, entries: readonly MenuEntry[]): void {
  open.value = { anchor, title, entries };
}

/** Renders the open menu; used once. */
export function MenuHost() {
  const menu = open.value;
  return menu === undefined ? null : <Menu key={menu.title} {...menu} />;
}

function Menu({ title, entries, anchor }: OpenMenu) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current!;
    element.showPopover();
    const from = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element;
    const left = Math.max(8, Math.min(from.left, innerWidth - width - 8));
    const below = from.bottom + 4;
    const top = below + height > innerHeight - 8 ? Math.max(8, from.top - height - 4) : below;
    element.style.setProperty('--left', `${left}px`);
    element.style.setProperty('--top', `${top}px`);
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [anchor]);
  const close = (isByKey: boolean) => {
    open.value = undefined;
    if (isByKey) anchor.focus();
  };
  const move = (event: KeyboardEvent) => {
    const items = [...ref.current!.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const index = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (next !== undefined) {
      event.preventDefault();
      items[(next + items.length) % items.length]?.focus();
    }
  };
  return (
    <div
      ref={ref}
      class="menu"
      popover="auto"
      role="menu"
      aria-label={title}
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState === 'closed' && open.value?.anchor === anchor) open.value = undefined;
      }}
    >
      <div class="menu-title" role="presentation">
        {title}
      </div>
      {entries.map((each) => (
        <button
          key={each.label}
          type="button"
          class="line"
          role="menuitem"
          onClick={() => {
            close(true);
            each.act();
          }}
        >
          <Icon name={each.icon} class="dim" />
          <span>{each.label}</span>
          {each.note && <small>{each.note}</small>}
        </button>
      ))}
    </div>
  );
}
