import { computed, signal } from '@preact/signals';
import { urlSegment } from '../ui/truncate.js';

export const pages = [
  { page: 'objects', icon: 'list_alt', label: 'Objects' },
  { page: 'deck', icon: 'dashboard', label: 'Deck' },
  { page: 'activity', icon: 'notifications', label: 'Activity' },
  { page: 'show', icon: 'settings', label: 'Show' },
] as const;

export type Page = (typeof pages)[number]['page'];

const hash = signal(location.hash);
addEventListener('hashchange', () => (hash.value = location.hash));

/** The current page and object, kept in the address so that links, the back button and reloads work. */
export const route = computed<{ page: Page; key: string | undefined }>(() => {
  const [, page = '', key] = /^#\/(\w+)(?:\/(.+))?$/.exec(hash.value) ?? [];
  const known = pages.find((each) => each.page === page) ?? pages[0];
  return { page: known.page, key: key === undefined ? undefined : decoded(key) };
});

export function go(page: Page, key?: string): void {
  location.hash = linkTo(page, key);
}

export const linkTo = (page: Page, key?: string) =>
  key === undefined ? `#/${page}` : `#/${page}/${urlSegment(key)}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The number of panes that fit the window. */
const medium = matchMedia('(min-width: 760px)');
const wide = matchMedia('(min-width: 1180px)');
export const panes = signal<1 | 2 | 3>(count());
for (const each of [medium, wide]) each.addEventListener('change', () => (panes.value = count()));

function count(): 1 | 2 | 3 {
  return wide.matches ? 3 : medium.matches ? 2 : 1;
}
