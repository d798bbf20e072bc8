import { encodeQR } from 'qr';

/** Free cells that a reader needs around the code (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code as one SVG path of unit squares, with the side of the whole picture in units. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows
    .flatMap((cells, y) => cells.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length, path };
}
