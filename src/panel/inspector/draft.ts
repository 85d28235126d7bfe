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
