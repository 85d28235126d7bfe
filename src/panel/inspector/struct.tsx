import { isFixed } from '../host/rights.js';
import { types } from '../host/types.js';
import { isObject } from '../host/values.js';
import { Button } from '../ui/button.js';
import { TypeSelector } from './choice.js';
import { type ControlProps, Nested, useDrawing } from './drawing.js';
import { RawJson } from './text.js';

/** An inline object with its members, and the choice of its type if it may have several. */
export function Struct({ property, binding, label, readOnly }: ControlProps) {
  const { Members } = useDrawing();
  const value = binding.value.value;
  const options =
    property.elementTypeOptions ?? (property.controller?.options as readonly string[] | undefined);
  if (!isObject(value))
    return (
      <div class="row">
        <span class="line plain dim">None</span>
        {!isFixed(readOnly) && (
          <Button
            disabled={readOnly}
            icon="add"
            kind="quiet"
            onClick={() => binding.set({ '@type': options?.[0] ?? property.type })}
          >
            Create
          </Button>
        )}
      </div>
    );
  const type = types.value.get(String(value['@type'] ?? property.type));
  const mayChangeType = property.controller?.type === 'TypeSelector' && !isFixed(readOnly);
  return (
    <>
      {mayChangeType && (
        <TypeSelector
          value={value}
          property={property}
          onChange={binding.set}
          label={`${label}, type`}
          readOnly={readOnly}
        />
      )}
      {type === undefined ? (
        <RawJson value={value} onChange={binding.set} label={label} readOnly={readOnly} />
      ) : (
        <Nested>
          <Members type={type} binding={binding} readOnly={readOnly} />
        </Nested>
      )}
    </>
  );
}
