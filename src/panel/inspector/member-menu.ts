import { isPinned, pin, type Tile, unpin } from '../host/deck.js';
import { toast } from '../host/notices.js';
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

/** Copies a text, or shows it if the browser does not allow that. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ kind: 'info', title: `Copied: ${text}`, isBrief: true });
  } catch {
    // Browsers allow it only on secure addresses.
    toast({ kind: 'info', title: text });
  }
}
