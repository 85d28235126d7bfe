import { toast } from './notices.js';

/** Copies a text, or shows it if the browser does not allow that. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ kind: 'info', title: `Copied: ${text}`, isBrief: true });
  } catch {
    // Browsers allow it only on secure addresses.
    toast({ kind: 'info', title: text });
  }
}
