import type { Json } from '../../client/index.js';
import { kept } from './kept.js';
import { entryOf } from './scene.js';

/** Something that an operator has put on the deck. */
export interface Tile {
  readonly key: string;
  readonly path: string;
  readonly kind: 'member' | 'function';
  /** Of a function. */
  readonly args?: readonly Json[] | undefined;
  /** Takes two columns. */
  readonly isWide?: boolean | undefined;
}

type Place = Pick<Tile, 'key' | 'path'>;

export const tiles = kept<readonly Tile[]>('deck', []);

/** A tile says where it is by what outlives a restart of the host. */
const lasting = (key: string) => entryOf(key)?.key ?? key;

const isAt = (place: Place) => (tile: Tile) => tile.key === lasting(place.key) && tile.path === place.path;

export const isPinned = (place: Place) => tiles.value.some(isAt(place));

export function pin(tile: Tile): void {
  if (!isPinned(tile)) tiles.value = [...tiles.value, { ...tile, key: lasting(tile.key) }];
}

export function unpin(place: Place): void {
  tiles.value = tiles.value.filter((each) => !isAt(place)(each));
}

export function moveTile(from: number, to: number): void {
  if (to < 0 || to >= tiles.value.length) return;
  const all = [...tiles.value];
  all.splice(to, 0, ...all.splice(from, 1));
  tiles.value = all;
}

export function resizeTile(index: number): void {
  tiles.value = tiles.value.map((each, i) => (i === index ? { ...each, isWide: !each.isWide } : each));
}

/** What a file of a deck holds. */
export function deckText(): string {
  return JSON.stringify({ format: 'sim-host.deck', formatVersion: 1, tiles: tiles.value }, undefined, 2);
}

/** @throws Error for a text that is no deck */
export function takeDeck(text: string): void {
  const deck = JSON.parse(text) as { format?: unknown; tiles?: unknown };
  const isTile = (each: unknown): each is Tile => {
    const { key, path, kind } = (each ?? {}) as Partial<Tile>;
    return typeof key === 'string' && typeof path === 'string' && (kind === 'member' || kind === 'function');
  };
  if (deck.format !== 'sim-host.deck' || !Array.isArray(deck.tiles) || !deck.tiles.every(isTile))
    throw new Error('The file holds no deck');
  tiles.value = deck.tiles;
}
