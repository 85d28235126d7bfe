import { dismiss, type Notice, toasts } from '../host/notices.js';
import { IconButton } from './button.js';
import { Icon } from './icon.js';

export const noticeIcons = {
  info: 'info',
  success: 'check_circle',
  warning: 'warning',
  error: 'error',
} as const;

export function Toasts() {
  return (
    <div class="toasts" role="log" aria-live="polite" aria-label="Notices">
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
