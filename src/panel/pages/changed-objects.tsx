import type { Live } from '../../client/index.js';

interface ChangedProps {
  readonly objects: Live['objects'];
  /** Number of objects that are listed. */
  readonly limit?: number;
}

/** Lists objects with unsaved edits, and the members that were edited. */
export function ChangedObjects({ objects, limit = objects.length }: ChangedProps) {
  return (
    <ul class="changed">
      {objects.slice(0, limit).map(({ id, name, properties }) => (
        <li key={id}>
          {name} <small class="dim">{properties.join(', ')}</small>
        </li>
      ))}
      {objects.length > limit && <li class="dim">{objects.length - limit} more</li>}
    </ul>
  );
}
