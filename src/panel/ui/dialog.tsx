import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepFocus } from './focus.js';
import { Icon } from './icon.js';

interface DialogProps {
  readonly title: string;
  readonly icon: string;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren | undefined;
  /** Called for Escape or a press outside. */
  readonly onClose: () => void;
}

/** Opens a dialog while it is rendered, and returns the focus afterwards. */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current!;
    const giveBack = keepFocus();
    dialog.showModal();
    return () => {
      dialog.close();
      giveBack();
    };
  }, []);
  return ref;
}

/** A modal dialog, which keeps the focus and returns it when it closes. */
export function Dialog({ title, icon, children, actions, onClose }: DialogProps) {
  const ref = useModal();
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <h2 class="dialog-title">
          <Icon name={icon} />
          {title}
        </h2>
        {children}
        {actions && <div class="dialog-actions">{actions}</div>}
      </div>
    </dialog>
  );
}
