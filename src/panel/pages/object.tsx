import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useChanges } from '../host/changed-members.js';
import { favourites, toggleFavourite } from '../host/persisted-signal.js';
import { panes } from '../host/route.js';
import { entryOf, handleOf, isKnown } from '../host/scene.js';
import { types } from '../host/types.js';
import { isObject, useObject } from '../host/values.js';
import { useRemote } from '../inspector/binding.js';
import { Members } from '../inspector/members.js';
import { RawJson } from '../inspector/text.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { truncate } from '../ui/truncate.js';
import { openPresets } from './presets.js';

/** Shows one object with its members and functions. */
export function ObjectPage({ objectKey }: { objectKey: string }) {
  const handle = handleOf(objectKey);
  const root = useObject(handle);
  const binding = useRemote(handle, root);
  const value = root.value;
  const entry = entryOf(objectKey);
  const typeName = isObject(value) ? String(value['@type'] ?? '') : (entry?.type ?? '');
  const type = types.value.get(typeName);
  useChanges(handle, type);
  const name = truncate((isObject(value) && String(value['@name'] ?? '')) || entry?.name || objectKey);
  const isFavourite = favourites.value.includes(objectKey);
  useEffect(() => document.querySelector('.inspector')?.scrollTo(0, 0), [objectKey]);
  const head = (
    <header class="line inspector-head">
      {panes.value === 1 && (
        <IconButton
          icon="arrow_back"
          label="Back to all objects"
          onClick={() => (location.hash = '#/objects')}
        />
      )}
      <span class="middle object-icon">
        <Icon name={entry?.icon ?? type?.icon ?? 'deployed_code'} />
      </span>
      <div class="object-title">
        <h2>{name}</h2>
        <p class="dim">{truncate([typeName, type?.category].filter(Boolean).join(' · '))}</p>
      </div>
      <IconButton
        icon="inventory_2"
        label="Presets"
        disabled={value === undefined}
        onClick={() => openPresets(objectKey, typeName)}
      />
      <IconButton
        icon={isFavourite ? 'star-fill' : 'star'}
        label={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
        pressed={isFavourite}
        onClick={() => toggleFavourite(objectKey)}
      />
    </header>
  );
  let body: ComponentChildren;
  if (value === undefined)
    body =
      entry === undefined && isKnown.value ? (
        <div class="centered empty">
          <Icon name="link_off" />
          <p>“{objectKey}” does not exist. It appears here as soon as it does.</p>
        </div>
      ) : (
        <p class="line dim empty-line" aria-busy="true">
          Loading…
        </p>
      );
  else if (type === undefined) body = <RawJson value={value} onChange={() => {}} label={name} readOnly />;
  else body = <Members type={type} binding={binding} />;
  return (
    <article class="inspector" aria-label={name} data-key={objectKey}>
      {head}
      {type?.help && <p class="object-help">{truncate(type.help, 2000)}</p>}
      {body}
    </article>
  );
}
