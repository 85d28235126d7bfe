import { toast } from './notices.js';

/** Copies a text, or shows it where browsers do not let pages copy. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ kind: 'info', title: `Copied: ${text}`, isBrief: true });
  } catch {
    // Browsers allow it on addresses that they trust alone.
    toast({ kind: 'info', title: text });
  }
}
