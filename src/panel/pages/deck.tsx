import { signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import {
  deckText,
  moveTile,
  readDeck,
  removeTile,
  replaceDeck,
  resizeTile,
  type Tile,
  tiles,
} from '../host/deck.js';
import { keysIn, presentPath } from '../host/keyed-path.js';
import { toast } from '../host/notices.js';
import { reasonOf } from '../host/outcomes.js';
import { isRefused, mayWrite } from '../host/rights.js';
import { entryOf, handleOf } from '../host/scene.js';
import { type FunctionDescriptor, labelOf, type Property, types } from '../host/types.js';
import { at, isArray, isObject, useObject } from '../host/values.js';
import { useRemote } from '../inspector/binding.js';
import { Control } from '../inspector/control.js';
import { useCall } from '../inspector/function.js';
import { Button, IconButton } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { type Reorder, useReorder } from '../ui/reorder.js';
import { truncate } from '../ui/truncate.js';

const isArranging = signal(false);

/** Shows the controls that an operator has put on the deck. */
export function DeckPage({ isSide = false }: { isSide?: boolean }) {
  const all = tiles.value;
  const [dropIndex, setDropIndex] = useState<number | undefined>(undefined);
  const drag = useReorder<HTMLDivElement>(all.length, moveTile, setDropIndex);
  return (
    <section class={`page ${isSide ? 'side-page' : ''}`} aria-label="Deck">
      <header class="line page-head">
        <h2>Deck</h2>
        <span class="gap" />
        <DeckFile />
        <IconButton
          icon={isArranging.value ? 'check' : 'edit'}
          label={isArranging.value ? 'Done' : 'Arrange'}
          pressed={isArranging.value}
          disabled={all.length === 0}
          onClick={() => (isArranging.value = !isArranging.value)}
        />
      </header>
      {all.length === 0 ? (
        <div class="centered empty">
          <Icon name="keep" />
          <p>Press the name of a member, or the dots beside a function, and put it on the deck.</p>
        </div>
      ) : (
        <div class={`deck ${isArranging.value ? 'arranging' : ''}`} ref={drag.list}>
          {all.map((tile, i) => (
            <TileBox
              key={`${tile.key}/${tile.path}`}
              tile={tile}
              index={i}
              drag={drag}
              isDropTarget={dropIndex === i}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface TileProps {
  readonly tile: Tile;
  readonly index: number;
  readonly drag: Reorder<HTMLDivElement>;
  /** True for the tile at which a dragged one would be dropped. */
  readonly isDropTarget: boolean;
}

function TileBox({ tile, index, drag, isDropTarget }: TileProps) {
  const entry = entryOf(tile.key);
  const root = useObject(handleOf(tile.key));
  const isThere = root.value !== undefined;
  const path = presentPath(root.value, tile.path);
  const found = isThere && path !== undefined ? find(root.value, path) : undefined;
  const label = found === undefined ? truncate(tile.path) : labelOf(found);
  return (
    <div
      class={`tile ${tile.isWide ? 'wide-tile' : ''} ${isThere ? '' : 'gone'} ${isDropTarget ? 'target' : ''}`}
    >
      <div class="tile-head">
        <span class="tile-name">{label}</span>
        <small class="dim">{truncate([entry?.name ?? tile.key, ...keysIn(tile.path)].join(' › '))}</small>
        {isArranging.value && (
          <button
            type="button"
            class="middle drag-handle"
            aria-label={`Move ${label}: by dragging, or with the arrow keys`}
            onPointerDown={(event) => drag.begin(event, index)}
            onKeyDown={(event) => drag.key(event, index)}
          >
            <Icon name="drag_indicator" />
          </button>
        )}
      </div>
      <div class="tile-control">
        {found === undefined || path === undefined ? (
          <span class="line with-action">
            <span class="dim gap">Not available</span>
            <IconButton
              icon="delete"
              label={`Remove ${label} from the deck`}
              onClick={() => removeTile(tile)}
            />
          </span>
        ) : 'parameters' in found ? (
          <TileFunction tile={tile} descriptor={found} />
        ) : (
          <TileMember objectKey={tile.key} path={path} property={found} />
        )}
      </div>
      {isArranging.value && (
        <div class="tile-tools">
          <IconButton
            icon="arrow_upward"
            label={`Move ${label} forward`}
            disabled={index === 0}
            onClick={() => moveTile(index, index - 1)}
          />
          <IconButton
            icon="arrow_downward"
            label={`Move ${label} back`}
            disabled={index === tiles.value.length - 1}
            onClick={() => moveTile(index, index + 1)}
          />
          <IconButton
            icon="fullscreen"
            label={`Make ${label} ${tile.isWide ? 'narrow' : 'wide'}`}
            pressed={tile.isWide === true}
            onClick={() => resizeTile(index)}
          />
          <IconButton
            icon="delete"
            label={`Remove ${label} from the deck`}
            onClick={() => removeTile(tile)}
          />
        </div>
      )}
    </div>
  );
}

interface MemberProps {
  readonly objectKey: string;
  readonly path: string;
  readonly property: Property;
}

function TileMember({ objectKey, path, property }: MemberProps) {
  const handle = handleOf(objectKey);
  const binding = useRemote(handle, useObject(handle));
  const steps = path.split('/');
  const container = steps.slice(0, -1).reduce((each, step) => each.at(step), binding);
  return (
    <Control
      property={property}
      binding={container.at(steps.at(-1)!)}
      container={container}
      label={labelOf(property)}
      readOnly={property.isReadOnly === true || !mayWrite.value || isRefused({ key: handle, path })}
    />
  );
}

function TileFunction({ tile, descriptor }: { tile: Tile; descriptor: FunctionDescriptor }) {
  const { isBusy, mayRun, run } = useCall(handleOf(tile.key), tile.path, labelOf(descriptor));
  return (
    <Button
      icon={descriptor.icon || 'play_arrow'}
      busy={isBusy}
      disabled={!mayRun}
      onClick={() => run(tile.args ?? [])}
    >
      {labelOf(descriptor)}
    </Button>
  );
}

/** Finds the descriptor at a path, which may lead into inline objects and lists. */
function find(root: Json | undefined, path: string): Property | FunctionDescriptor | undefined {
  const steps = path.split('/');
  const name = steps.at(-1)!;
  const holder = at(root, steps.slice(0, -1).join('/'));
  if (isArray(holder)) {
    const outer = find(root, steps.slice(0, -1).join('/'));
    if (outer === undefined || 'parameters' in outer) return undefined;
    const type = outer.type.replace(/\[\]$/, '');
    return { ...outer, name: `${outer.name} ${Number(name) + 1}`, isArray: false, type };
  }
  const type = isObject(holder) ? types.value.get(String(holder['@type'])) : undefined;
  const isNamed = (each: Property | FunctionDescriptor) => each.name === name;
  return type?.properties.find(isNamed) ?? type?.functions?.find(isNamed);
}

/** Saves the deck as a file, or loads one. */
function DeckFile() {
  const input = useRef<HTMLInputElement>(null);
  const [incoming, setIncoming] = useState<readonly Tile[] | undefined>(undefined);
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([deckText()], { type: 'application/json' }));
    link.download = 'deck.json';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const load = async (file: File | undefined) => {
    try {
      if (file === undefined) return;
      const next = await readDeck(file);
      if (tiles.peek().length === 0) replaceDeck(next);
      else setIncoming(next);
    } catch (error) {
      toast({ kind: 'error', title: 'The deck was not loaded', message: reasonOf(error) });
    }
  };
  return (
    <>
      <IconButton icon="upload" label="Load a deck from a file" onClick={() => input.current!.click()} />
      <IconButton
        icon="download"
        label="Save the deck as a file"
        disabled={tiles.value.length === 0}
        onClick={save}
      />
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="File of a deck"
        onChange={(event) => {
          void load(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {incoming !== undefined && (
        <ConfirmDialog
          title="Replace the deck?"
          verb="Replace"
          onClose={() => setIncoming(undefined)}
          onConfirm={() => replaceDeck(incoming)}
        >
          <p>{`Its ${tiles.value.length} tiles are replaced by ${incoming.length} of the file.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
