import { computed, signal } from '@preact/signals';
import { go } from '../host/route.js';
import { type Entry, entries } from '../host/scene.js';
import { labelOf, types } from '../host/types.js';
import { IconButton } from '../ui/button.js';
import { Modal } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { VirtualList } from '../ui/virtual-list.js';

const isOpen = signal(false);
const text = signal('');
const chosen = signal(0);

interface Found {
  readonly entry: Entry;
  /** The member or function; undefined for the object itself. */
  readonly member?: string | undefined;
  readonly label: string;
  readonly icon: string;
}

const maxFound = 2000;

/** Every word must occur in the name of the object or the member; objects come before members. */
const found = computed<readonly Found[]>(() => {
  if (!isOpen.value) return [];
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const objects: Found[] = [];
  const members: Found[] = [];
  const membersOf = new Map([...types.value.values()].map((type) => [type.type, namesOf(type.type)]));
  for (const entry of entries.value) {
    const rest = words.filter((word) => !entry.text.includes(word));
    if (rest.length === 0) objects.push({ entry, label: entry.name, icon: entry.icon });
    if (words.length === 0 || members.length >= maxFound) continue;
    for (const { name, label, low, icon } of membersOf.get(entry.type) ?? []) {
      const isNamed = words.some((word) => low.includes(word));
      if (isNamed && rest.every((word) => low.includes(word)))
        members.push({ entry, member: name, label, icon });
    }
  }
  return [...objects.slice(0, maxFound), ...members];
});

function namesOf(typeName: string) {
  const type = types.value.get(typeName)!;
  const member = (each: { name: string; label?: string | undefined }, icon: string) => {
    const label = labelOf(each);
    return { name: each.name, label, low: `${each.name} ${label}`.toLowerCase(), icon };
  };
  return [
    ...type.properties
      .filter(({ controller }) => controller?.type !== 'Hide')
      .map((each) => member(each, 'tune')),
    ...(type.functions ?? []).map((each) => member(each, 'bolt')),
  ];
}

export function openSearch(): void {
  text.value = '';
  chosen.value = 0;
  isOpen.value = true;
}

export function SearchHost() {
  return isOpen.value ? <Search /> : null;
}

const rowHeight = 48;

function Search() {
  const close = () => {
    isOpen.value = false;
  };
  const open = (each: Found | undefined) => {
    if (each === undefined) return;
    const { entry, member } = each;
    close();
    go('objects', entry.key);
    // The member gets the focus after the search has closed and returned it.
    if (member !== undefined) setTimeout(() => reveal(entry.key, member));
  };
  const all = found.value;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      chosen.value = Math.min(all.length - 1, Math.max(0, chosen.value + step));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      open(all[chosen.value]);
    }
  };
  return (
    <Modal class="search" label="Search" onClose={close}>
      <div class="search-body">
        <div class="line filter">
          <IconButton icon="arrow_back" label="Close the search" onClick={close} />
          <input
            class="input"
            type="search"
            aria-controls="found"
            aria-label="Search objects, members and functions"
            placeholder="Search objects, members and functions"
            autofocus
            value={text.value}
            onKeyDown={onKeyDown}
            onInput={(event) => {
              text.value = event.currentTarget.value;
              chosen.value = 0;
            }}
          />
        </div>
        <div class="found" id="found">
          {all.length === 0 ? (
            <p class="line dim empty-line">Nothing found</p>
          ) : (
            <VirtualList
              items={all}
              rowHeight={rowHeight}
              label="Found"
              reveal={chosen.value}
              draw={(each, i) => (
                <button
                  key={`${each.entry.id}/${each.member ?? ''}/${each.icon}`}
                  type="button"
                  class={`line found-row ${i === chosen.value ? 'chosen' : ''}`}
                  tabIndex={-1}
                  onClick={() => open(each)}
                >
                  <Icon name={each.icon} class="dim" />
                  <span class="list-name">
                    {each.member === undefined ? each.label : `${each.entry.name} › ${each.label}`}
                  </span>
                  <small class="dim">{each.entry.type}</small>
                </button>
              )}
            />
          )}
        </div>
      </div>
    </Modal>
  );
}

/** Scrolls to a member when its object is drawn. */
function reveal(key: string, member: string, tries = 60): void {
  const element = document.querySelector<HTMLElement>(
    `.inspector[data-key="${CSS.escape(key)}"] [data-path="${CSS.escape(member)}"]`,
  );
  if (element === null) {
    if (tries > 0) setTimeout(() => reveal(key, member, tries - 1), 50);
    return;
  }
  element.scrollIntoView({ block: 'center' });
  element.classList.add('revealed');
  setTimeout(() => element.classList.remove('revealed'), 1600);
  element
    .querySelector<HTMLElement>('input, select, textarea, button:not(.label)')
    ?.focus({ preventScroll: true });
}
