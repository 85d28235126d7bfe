import { copy } from '../host/clipboard.js';
import { isPinned, pin, type Tile, unpin } from '../host/deck.js';
import type { MenuEntry } from '../ui/menu.js';

/** Menu entries of each member and function. */
export function memberEntries(tile: Tile, deckNote = ''): MenuEntry[] {
  const { key, path } = tile;
  return [
    isPinned(tile)
      ? { label: 'Remove from the deck', icon: 'keep', act: () => unpin(tile) }
      : { label: 'Add to the deck', icon: 'keep', note: deckNote, act: () => pin(tile) },
    { label: 'Copy path', icon: 'content_copy', note: path, act: () => void copy(`${key}/${path}`) },
  ];
}
