import type { Json } from '../../client/index.js';
import { keyedPath } from './keyed-path.js';
import type { MemberRef } from './member-set.js';
import { toast } from './notices.js';
import { persistedSignal } from './persisted-signal.js';
import { entryOf, handleOf } from './scene.js';
import { remoteHost } from './session.js';
import { moved } from './values.js';

/** A member or function that an operator has put on the deck; its path names elements of lists by their keys. */
export interface Tile extends MemberRef {
  readonly kind: 'member' | 'function';
  /** Arguments of a function. */
  readonly args?: readonly Json[] | undefined;
  /** True for a tile of two columns. */
  readonly isWide?: boolean | undefined;
}

const format = 'sim-host.deck';
const formatVersion = 1;
/** Maximum number of tiles, which a phone can still draw. */
const maxTiles = 200;
const maxDeckBytes = 1024 * 1024;

export const tiles = persistedSignal<readonly Tile[]>('deck', [], readTiles);

/** Returns a reference that stays valid when the host restarts or lists change. */
function permanentRef({ key, path }: MemberRef): MemberRef {
  const root = remoteHost.peek()?.object(handleOf(key)).value;
  return { key: entryOf(key)?.key ?? key, path: keyedPath(root, path) };
}

const isAt = (member: MemberRef) => (tile: Tile) => tile.key === member.key && tile.path === member.path;

export const isPinned = (member: MemberRef) => tiles.value.some(isAt(permanentRef(member)));

export function pin(tile: Tile): void {
  if (isPinned(tile)) return;
  if (tiles.value.length < maxTiles) tiles.value = [...tiles.value, { ...tile, ...permanentRef(tile) }];
  else toast({ kind: 'warning', title: 'The deck is full', message: `It has ${maxTiles} tiles.` });
}

export const unpin = (member: MemberRef) => removeTile(permanentRef(member));

export function removeTile(tile: MemberRef): void {
  tiles.value = tiles.value.filter((each) => !isAt(tile)(each));
}

export function moveTile(from: number, to: number): void {
  if (to < 0 || to >= tiles.value.length) return;
  tiles.value = moved(tiles.value, from, to);
}

export function resizeTile(index: number): void {
  tiles.value = tiles.value.map((each, i) => (i === index ? { ...each, isWide: !each.isWide } : each));
}

export function replaceDeck(next: readonly Tile[]): void {
  tiles.value = next;
}

/** Returns the text of a deck file. */
export const deckText = () => JSON.stringify({ format, formatVersion, tiles: tiles.value }, undefined, 2);

/** Reads a deck file. @throws Error for another file or an unknown version */
export async function readDeck(file: File): Promise<readonly Tile[]> {
  if (file.size > maxDeckBytes) throw new Error(`A deck has at most ${maxDeckBytes / 1024} KiB`);
  const deck = objectOf(JSON.parse(await file.text()));
  if (deck.format !== format) throw new Error('The file is not a deck');
  if (deck.formatVersion !== formatVersion)
    throw new Error(`The deck has version ${deck.formatVersion}, this panel reads version ${formatVersion}`);
  return readTiles(deck.tiles);
}

/** @throws Error for an invalid list of tiles */
function readTiles(given: unknown): readonly Tile[] {
  if (!Array.isArray(given)) throw new Error('The deck has no list of tiles');
  if (given.length > maxTiles) throw new Error(`The deck has ${given.length} tiles, at most ${maxTiles} fit`);
  const found = new Map<string, Tile>();
  for (const [i, each] of given.entries()) {
    const { key, path, kind, args, isWide } = objectOf(each);
    const isSound =
      typeof key === 'string' && typeof path === 'string' && (args === undefined || Array.isArray(args));
    if (!isSound || (kind !== 'member' && kind !== 'function'))
      throw new Error(`Entry ${i + 1} of the deck is not a tile`);
    found.set(`${key}/${path}`, { key, path, kind, args, isWide: isWide === true });
  }
  return [...found.values()];
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}
