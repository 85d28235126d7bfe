/** Storage of the browser, or of this page while the browser refuses it or is full. */
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
        // The browser refuses storage.
      }
    },
  };
}

/** Kept until the browser clears it. */
export const storage = guarded(() => localStorage);
/** Kept while the tab is open. */
export const tabStorage = guarded(() => sessionStorage);
