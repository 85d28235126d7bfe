import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.js';
import { Icon } from './icon.js';

export interface DialogBodyProps {
  readonly title: string;
  readonly icon: string;
  readonly children: ComponentChildren;
}

interface Closable {
  /** Called for Escape or a press outside. */
  readonly onClose: () => void;
}

interface DialogProps extends DialogBodyProps, Closable {
  readonly actions?: ComponentChildren | undefined;
}

interface ModalProps extends Closable {
  readonly class: string;
  readonly label: string;
  readonly children: ComponentChildren;
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

/** The title and content of a dialog. */
export function DialogBody({ title, icon, children }: DialogBodyProps) {
  return (
    <div class="dialog-body">
      <h2 class="line dialog-title">
        <Icon name={icon} />
        {title}
      </h2>
      {children}
    </div>
  );
}

/** A modal dialog, which keeps the focus and returns it when it closes. */
export function Modal({ label, onClose, children, ...rest }: ModalProps) {
  const ref = useModal();
  return (
    <dialog
      ref={ref}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      {...rest}
    >
      {children}
    </dialog>
  );
}

export function Dialog({ actions, onClose, children, ...body }: DialogProps) {
  return (
    <Modal class="dialog" label={body.title} onClose={onClose}>
      <DialogBody {...body}>
        {children}
        {actions && <div class="dialog-actions">{actions}</div>}
      </DialogBody>
    </Modal>
  );
}

interface ConfirmProps extends Closable {
  readonly title: string;
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly children: ComponentChildren;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, verb, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      icon="warning"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
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
