import type { Json } from '../../client/index.js';
import { isFixed } from '../host/rights.js';
import { linkTo } from '../host/route.js';
import { entryOf, handleOf } from '../host/scene.js';
import { types } from '../host/types.js';
import { isObject, useObject } from '../host/values.js';
import { Icon } from '../ui/icon.js';
import { truncate } from '../ui/truncate.js';
import { useRemote } from './binding.js';
import { ObjectSelector } from './choice.js';
import { type ControlProps, Nested, useDrawing } from './drawing.js';

/** A link to a registered object. */
export function Reference({ value }: { value: Json | undefined }) {
  if (!isObject(value)) return <span class="line plain dim">None</span>;
  const id = String(value['@ref'] ?? value['@id'] ?? '');
  const entry = entryOf(id);
  const name = entry?.name ?? truncate(String(value['@name'] ?? value['@type'] ?? id));
  return (
    <a class="line reference" href={linkTo('objects', entry?.key ?? id)}>
      <Icon name={entry?.icon ?? 'deployed_code'} />
      <span class="reference-name">{name}</span>
      <small class="dim">{truncate(String(value['@type'] ?? ''))}</small>
      <Icon name="chevron_right" />
    </a>
  );
}

/** Limits the nesting, because objects may refer to each other in a cycle. */
const maxDepth = 3;

/** The object that a member refers to, with its members. */
export function InlineReference({ property, binding, label, readOnly }: ControlProps) {
  const value = binding.value.value;
  const id = isObject(value) && typeof value['@ref'] === 'string' ? value['@ref'] : undefined;
  const { depth } = useDrawing();
  return (
    <div class="stack loose">
      {isFixed(readOnly) ? (
        <Reference value={value} />
      ) : (
        <ObjectSelector
          value={value}
          property={property}
          onChange={binding.set}
          label={label}
          readOnly={readOnly}
        />
      )}
      {id !== undefined && depth < maxDepth && (
        <Nested>
          <Referenced handle={handleOf(id)} />
        </Nested>
      )}
    </div>
  );
}

function Referenced({ handle }: { handle: string }) {
  const { Members } = useDrawing();
  const root = useObject(handle);
  const binding = useRemote(handle, root);
  const value = root.value;
  const type = isObject(value) ? types.value.get(String(value['@type'])) : undefined;
  if (type === undefined) return null;
  return <Members type={type} binding={binding} />;
}
