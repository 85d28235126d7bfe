import { useRef, useState } from 'preact/hooks';

/**
 * What a finger does counts while it is down: `shown` is then what it has set, whatever comes from the host meanwhile, and
 * afterwards what the host has again.
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

/** True while a dialog has taken the focus from a field: what is typed there waits until the dialog is gone. */
export const isInterrupted = (field: Element) =>
  [...document.querySelectorAll('dialog:modal')].some((dialog) => !dialog.contains(field));

/**
 * What somebody types into a field until it is committed. It is known at once and not only when it has been drawn, since
 * Enter may come first; `begin` shows a text that counts as typed when somebody changes it.
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
    /** False while what is there is what it began with, whatever has become of the value meanwhile. */
    isTyped: () => text.current !== begun.current,
    begin: (next: string) => show(next, next),
    type: (next: string) => show(next, begun.current),
    end: () => show(undefined, undefined),
  };
}
