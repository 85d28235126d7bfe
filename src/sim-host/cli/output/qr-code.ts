import type { Colors } from 'picocolors/types.js';
import { renderUnicodeCompact } from 'uqr';

/** Room for the lines around the code. */
const otherRows = 6;
const margin = 2;

/** A text as a QR code for the terminal; undefined where it would not be seen as a whole. */
export function qrCode(
  text: string,
  size: { readonly columns: number; readonly rows: number },
  { bgBlack, whiteBright }: Colors,
): string[] | undefined {
  const rows = renderUnicodeCompact(text, { border: 2 }).split('\n');
  const isSmall = size.rows < rows.length + otherRows || size.columns < rows[0]!.length + 2 * margin;
  // Light modules are drawn: the colours keep them light where the terminal's own are the other way round.
  return isSmall ? undefined : rows.map((row) => ' '.repeat(margin) + bgBlack(whiteBright(row)));
}
