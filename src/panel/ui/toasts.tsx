import { signal } from '@preact/signals';
import { dismiss, type Notice, toasts } from '../host/notices.js';
import { IconButton } from './button.js';
import { Icon } from './icon.js';

export const noticeIcons = {
  info: 'info',
  success: 'check_circle',
  warning: 'warning',
  error: 'error',
} as const;

/** True while the user works in the lower half of the panel, so that notices do not cover it. */
const isLow = signal(false);

function noteInput({ target, clientY }: { target: EventTarget | null; clientY?: number }): void {
  if (!(target instanceof Element) || target.closest('.toasts') !== null) return;
  const { top, bottom } = target.getBoundingClientRect();
  isLow.value = (clientY ?? (top + bottom) / 2) > innerHeight / 2;
}

addEventListener('pointerdown', noteInput, true);
addEventListener('focusin', noteInput, true);

export function Toasts() {
  return (
    <div class={`toasts ${isLow.value ? 'above' : ''}`} role="log" aria-live="polite" aria-label="Notices">
      {toasts.value.map((each) => (
        <Toast key={each.id} {...each} />
      ))}
    </div>
  );
}

function Toast({ id, kind, title, message, icon }: Notice) {
  return (
    <div class={`line toast ${kind}`}>
      <Icon name={icon || noticeIcons[kind]} />
      <div class="toast-text">
        <strong>{title}</strong>
        {message && <p class="dim">{message}</p>}
      </div>
      <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
    </div>
  );
}
