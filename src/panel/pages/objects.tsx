import { computed, signal } from '@preact/signals';
import { isAllowed } from '../host/access-level.js';
import { favourites } from '../host/persisted-signal.js';
import { linkTo, panes, route } from '../host/route.js';
import { type Entry, entries, entryOf, isKnown, menu } from '../host/scene.js';
import { types } from '../host/types.js';
import { Icon } from '../ui/icon.js';
import { truncate } from '../ui/truncate.js';
import { VirtualList } from '../ui/virtual-list.js';

type Row =
  | { readonly heading: string; readonly count: number }
  | { readonly entry: Entry; readonly isIn: string };

export const filter = signal('');

/** Favourites first, then categories in the order of the host. */
const rows = computed<readonly Row[]>(() => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = entries.value.filter(
    ({ text, type }) =>
      types.value.get(type)?.hideInScene !== true && words.every((word) => text.includes(word)),
  );
  const groups = new Map<string, Entry[]>();
  const starred = shown.filter(({ key }) => favourites.value.includes(key));
  if (starred.length > 0) groups.set('Favourites', starred);
  for (const entry of shown) {
    const name = entry.category || 'Other';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  // Objects without a category come last.
  const other = groups.get('Other');
  if (other !== undefined && groups.size > 1) {
    groups.delete('Other');
    groups.set('Other', other);
  }
  return [...groups].flatMap(([heading, all]): Row[] => [
    { heading, count: all.length },
    ...all.map((entry) => ({ entry, isIn: heading })),
  ]);
});

const onPhone = (row: Row) => ('heading' in row ? 44 : 56);
const onDesk = (row: Row) => ('heading' in row ? 40 : 46);

export function ObjectList() {
  const { key } = route.value;
  const rowHeight = panes.value === 1 ? onPhone : onDesk;
  return (
    <nav class="list-pane" aria-label="Objects">
      <div class="line filter">
        <Icon name="search" />
        <input
          class="input"
          type="search"
          placeholder={
            entries.value.length === 1 ? 'Filter' : `Filter ${entries.value.length.toLocaleString()} objects`
          }
          aria-label="Filter objects"
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
      </div>
      <SideMenu />
      {isKnown.value && rows.value.length === 0 ? (
        <div class="centered empty">
          <Icon name="search" />
          <p>{filter.value ? `Nothing matches “${filter.value}”.` : 'This host exposes nothing.'}</p>
        </div>
      ) : (
        <VirtualList
          items={rows.value}
          rowHeight={rowHeight}
          label="Objects"
          roves
          draw={(row) =>
            'heading' in row ? (
              <Heading key={row.heading} {...row} />
            ) : (
              <Item key={row.isIn + row.entry.key} entry={row.entry} isCurrent={row.entry.key === key} />
            )
          }
        />
      )}
    </nav>
  );
}

function Heading({ heading, count }: { heading: string; count: number }) {
  return (
    <div class="list-heading">
      <span>{heading}</span>
      <small>{count.toLocaleString()}</small>
    </div>
  );
}

function Item({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  return (
    <a
      class="list-item"
      tabIndex={-1}
      href={linkTo('objects', entry.key)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon name={entry.icon} />
      <span class="list-name">{entry.name}</span>
      <small class="dim">{truncate(entry.type)}</small>
    </a>
  );
}

/** The host's menu, whose items open an object or filter the list. */
function SideMenu() {
  const items = menu.value.filter(isAllowed);
  if (items.length === 0) return null;
  return (
    <div class="side-menu" role="group" aria-label="Menu">
      {items.map(({ id, icon, label, selectorObjectId, pageType }) => {
        const entry = selectorObjectId === '' ? undefined : entryOf(selectorObjectId);
        const content = (
          <>
            <Icon name={icon || 'chevron_right'} />
            <span>{truncate(label)}</span>
          </>
        );
        if (entry !== undefined)
          return (
            <a key={id} class="chip" href={linkTo('objects', entry.key)}>
              {content}
            </a>
          );
        return (
          <button
            key={id}
            type="button"
            class="chip"
            aria-pressed={filter.value === label}
            title={pageType}
            onClick={() => (filter.value = filter.value === label ? '' : label)}
          >
            {content}
          </button>
        );
      })}
    </div>
  );
}
