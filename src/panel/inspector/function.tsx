import { signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { type Json, RemoteError } from '../../client/index.js';
import { valueType } from '../../wire/value-types.js';
import { keyedPath } from '../host/keyed-path.js';
import { toast } from '../host/notices.js';
import { reportFailure } from '../host/outcomes.js';
import { isRefused, mayWrite, noteRefusal } from '../host/rights.js';
import { remoteHost } from '../host/session.js';
import { noteEdit } from '../host/show.js';
import { enums, type FunctionDescriptor, labelOf, type Property } from '../host/types.js';
import { brief } from '../host/values.js';
import { Button, IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { openMenu } from '../ui/menu.js';
import { truncate } from '../ui/truncate.js';
import { type Binding, local } from './binding.js';
import { Field } from './field.js';
import { memberEntries } from './member-menu.js';

interface FunctionProps {
  readonly descriptor: FunctionDescriptor;
  readonly container: Binding;
}

/** A button that calls a function, or opens a form if it has parameters. */
export function FunctionButton({ descriptor, container }: FunctionProps) {
  const member = container.member!;
  const path = member.path === '' ? descriptor.name : `${member.path}/${descriptor.name}`;
  const label = labelOf(descriptor);
  const { parameters } = descriptor;
  const help = descriptor.help && truncate(descriptor.help, 2000);
  const [isOpen, setOpen] = useState(false);
  const args = useMemo(() => local(signal(initialArguments(parameters))), [parameters]);
  // Selectors name members of the object, or other parameters.
  const isParameter = (name: string) => parameters.some((each) => each.name === name);
  const owner = { ...container, at: (step: string) => (isParameter(step) ? args : container).at(step) };
  const { isBusy, mayRun, result, run } = useCall(member.key, path, label);
  const given = () => parameters.map(({ name }) => args.at(name).value.peek() ?? null);
  const call = () => run(given());
  const more = (event: MouseEvent) => {
    const note = parameters.length > 0 ? 'with these arguments' : '';
    const entries = memberEntries({ key: member.key, path, kind: 'function', args: given() }, note);
    openMenu(event.currentTarget as HTMLElement, label, entries);
  };
  return (
    <div class={`function ${isOpen ? 'open' : ''}`} data-path={path}>
      <div class="line function-head">
        {parameters.length === 0 ? (
          <Button
            icon={descriptor.icon || 'play_arrow'}
            busy={isBusy}
            disabled={!mayRun}
            title={help}
            onClick={call}
          >
            {label}
          </Button>
        ) : (
          <button
            type="button"
            class="button plain"
            aria-expanded={isOpen}
            title={help}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={descriptor.icon || 'bolt'} />
            <span class="button-text">{label}</span>
            <Icon name="keyboard_arrow_down" class="flip" />
          </button>
        )}
        <IconButton icon="more_vert" label={`More for ${label}`} class="faint" onClick={more} />
      </div>
      {isOpen && (
        <form
          class="function-form nested"
          onSubmit={(event) => {
            event.preventDefault();
            const invalid = event.currentTarget.querySelector<HTMLElement>('[aria-invalid]');
            if (invalid === null) call();
            else invalid.focus();
          }}
        >
          {help && <p class="dim">{help}</p>}
          {parameters.map((parameter) => (
            <Field key={parameter.name} property={parameter} container={owner} readOnly={false} />
          ))}
          <div class="row">
            <Button kind="primary" type="submit" icon="play_arrow" busy={isBusy} disabled={!mayRun}>
              Run
            </Button>
          </div>
        </form>
      )}
      {result !== undefined && (
        <output class="result">
          <span class="dim">Result</span> <code>{brief(result)}</code>
        </output>
      )}
    </div>
  );
}

/** Calls a function and reports the outcome. */
export function useCall(key: string, path: string, label: string) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Json | undefined>(undefined);
  const run = async (args: readonly Json[]) => {
    setBusy(true);
    try {
      const object = remoteHost.value!.object(key);
      const answer = (await object.call(keyedPath(object.value, path), ...args)) as Json;
      setResult(answer === null ? undefined : answer);
      if (answer === null) toast({ kind: 'success', title: `${label}: done`, isBrief: true });
      noteEdit();
    } catch (error) {
      reportFailure(label, error);
      if (error instanceof RemoteError && error.code === 'forbidden') noteRefusal({ key, path });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, mayRun: mayWrite.value && !isRefused({ key, path }), result, run };
}

/** An argument without a value is null on the wire, and the host then uses its default. */
function initialArguments(parameters: readonly Property[]): Json {
  return Object.fromEntries(
    parameters.map((each) => [each.name, each.defaultValue ?? initialOf(each)]),
  ) as Json;
}

function initialOf({ type, enumType, isArray: is }: Property): Json | undefined {
  if (is || type.endsWith('[]')) return [];
  const values = enums.value.get(enumType ?? type)?.values;
  if (values !== undefined) return (values.find(({ value }) => Number(value) === 0) ?? values[0])?.name;
  // A new color is visible.
  return type === 'Color' ? { r: 1, g: 1, b: 1, a: 1 } : zeroOf(type);
}

/** Returns the initial value of a value type; undefined for numbers, which are typed, and for other types. */
function zeroOf(type: string): Json | undefined {
  const info = valueType(type);
  switch (info?.form) {
    case 'boolean':
      return false;
    case 'text':
      return '';
    case 'parts': {
      const parts = Object.entries(info.parts).map(([name, part]) => [name, zeroOf(part) ?? 0]);
      return { ...Object.fromEntries(parts), ...info.initial };
    }
    default:
      return undefined;
  }
}
