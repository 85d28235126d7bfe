import { useRef, useState } from 'preact/hooks';

/**
 * Holds a value while a pointer is down: `shown` is the own value until the release, and the host's value afterwards.
 */
export function useHold<T>(value: T) {
  const [held, setHeld] = useState<{ readonly value: T } | undefined>(undefined);
  const isDown = useRef(false);
  return {
    shown: held === undefined ? value : held.value,
    begin() {
      isDown.current = true;
      setHeld({ value });
    },
    move(next: T) {
      if (isDown.current) setHeld({ value: next });
    },
    end() {
      isDown.current = false;
      setHeld(undefined);
    },
  };
}

/** True while a dialog has taken the focus from a field; its text is committed after the dialog. */
export const isInterrupted = (field: Element) =>
  [...document.querySelectorAll('dialog:modal')].some((dialog) => !dialog.contains(field));

/**
 * The text in a field until it is committed. It is known before it is drawn, since Enter may be pressed first. `begin`
 * shows a text that counts as typed only after a change.
 */
export function useDraft() {
  const text = useRef<string | undefined>(undefined);
  const begun = useRef<string | undefined>(undefined);
  const [, draw] = useState<string | undefined>(undefined);
  const show = (next: string | undefined, from: string | undefined) => {
    text.current = next;
    begun.current = from;
    draw(next);
  };
  return {
    text,
    /** False while the text is the one from `begin`, even if the value has changed. */
    isTyped: () => text.current !== begun.current,
    begin: (next: string) => show(next, next),
    type: (next: string) => show(next, begun.current),
    end: () => show(undefined, undefined),
  };
}
