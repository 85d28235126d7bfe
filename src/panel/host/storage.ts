/** What a browser keeps for this page. Where it refuses to, or is full, the page has it for as long as it is open. */
function guarded(open: () => Storage) {
  const own = new Map<string, string>();
  return {
    get(key: string): string | null {
      try {
        return own.get(key) ?? open().getItem(key);
      } catch {
        return own.get(key) ?? null;
      }
    },
    set(key: string, value: string): void {
      try {
        open().setItem(key, value);
        own.delete(key);
      } catch {
        own.set(key, value);
      }
    },
    remove(key: string): void {
      own.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Nothing is kept there.
      }
    },
  };
}

/** Kept as long as the browser keeps it. */
export const storage = guarded(() => localStorage);
/** Kept as long as the tab is open. */
export const tabStorage = guarded(() => sessionStorage);
