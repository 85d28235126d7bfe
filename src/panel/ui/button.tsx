import type { ComponentChildren } from 'preact';
import { Icon } from './icon.js';

interface PressProps {
  readonly title?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly onClick?: ((event: MouseEvent) => void) | undefined;
}

interface ButtonProps extends PressProps {
  readonly icon?: string | undefined;
  readonly children?: ComponentChildren | undefined;
  /** The accessible name, if the visible text is not enough. */
  readonly label?: string | undefined;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | undefined;
  readonly busy?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
}

export function Button(props: ButtonProps) {
  const { icon, children, label, kind = 'plain', busy, disabled, type = 'button', ...rest } = props;
  return (
    <button
      class={`button ${kind}`}
      type={type}
      aria-label={label}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children && <span class="button-text">{children}</span>}
    </button>
  );
}

interface IconButtonProps extends PressProps {
  readonly icon: string;
  /** The accessible name. */
  readonly label: string;
  readonly pressed?: boolean | undefined;
  readonly badge?: number | boolean | undefined;
  readonly class?: string | undefined;
}

export function IconButton({ icon, label, pressed, badge, class: extra = '', ...rest }: IconButtonProps) {
  return (
    <button
      class={`middle icon-button ${extra}`}
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
    >
      <Icon name={icon} />
      {badge ? <span class="badge">{typeof badge === 'number' ? badge : ''}</span> : null}
    </button>
  );
}
