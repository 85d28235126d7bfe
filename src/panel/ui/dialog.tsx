import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';

export interface DialogBodyProps {
  readonly title: string;
  readonly icon: string;
  readonly children: ComponentChildren;
}

interface DialogProps extends DialogBodyProps {
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

/** What a dialog shows, below its title. */
export function DialogBody({ title, icon, children }: DialogBodyProps) {
  return (
    <div class="dialog-body">
      <h2 class="dialog-title">
        <Icon name={icon} />
        {title}
      </h2>
      {children}
    </div>
  );
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
      <DialogBody title={title} icon={icon}>
        {children}
        {actions && <div class="dialog-actions">{actions}</div>}
      </DialogBody>
    </dialog>
  );
}

/** Remembers the focus. The returned function restores it, in a text field with the caret. */
function keepFocus(): () => void {
  const before = document.activeElement;
  const caret = isText(before) ? ([before.selectionStart, before.selectionEnd] as const) : undefined;
  return () => {
    if (!(before instanceof HTMLElement)) return;
    before.focus();
    if (caret !== undefined && isText(before)) before.setSelectionRange(...caret);
  };
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element?.matches('input[type=text], input[type=search], textarea') === true;
