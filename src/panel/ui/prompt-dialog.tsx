import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DialogBody, type DialogBodyProps, useModal } from './dialog.js';

interface PromptDialogProps extends DialogBodyProps {
  readonly actions: ComponentChildren;
  readonly mayAnswer: boolean;
  readonly onEscape: () => void;
}

/** Milliseconds after opening in which presses are ignored, since they were meant for the page below. */
const ignoredMs = 500;

/**
 * A dialog that opens while the user is doing something else. To avoid accidental answers, no answer has the focus, a
 * press outside does nothing, and presses before the user could read it are ignored.
 */
export function PromptDialog({ title, icon, children, actions, mayAnswer, onEscape }: PromptDialogProps) {
  const ref = useModal();
  const [isReady, setReady] = useState(false);
  const wasPressedReady = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), ignoredMs);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => ref.current!.focus(), []);
  const refuse = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <dialog
      ref={ref}
      class="dialog prompt"
      tabIndex={-1}
      aria-label={title}
      onPointerDownCapture={() => {
        wasPressedReady.current = isReady;
      }}
      onClickCapture={(event) => {
        // Keys and screen readers click without a press.
        const isMeant = event.detail === 0 ? isReady : wasPressedReady.current;
        if (!isMeant) refuse(event);
      }}
      onKeyDownCapture={(event) => {
        if (!isReady || event.repeat) refuse(event);
        else if (event.key === 'Escape') {
          refuse(event);
          onEscape();
        }
      }}
      // A back gesture may cancel the dialog at any time.
      onCancel={refuse}
      onClose={() => ref.current?.isConnected && ref.current.showModal()}
    >
      <DialogBody title={title} icon={icon}>
        {children}
        <fieldset class="dialog-actions" disabled={!isReady || !mayAnswer}>
          {actions}
        </fieldset>
      </DialogBody>
    </dialog>
  );
}
