const PIECE = /\.piece-\d{5}$/;

/** An object of a file: its name below the backup, and which bytes are in it. */
export interface Piece {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
}

/** The objects of a file of so many bytes: one of its own name, or pieces that are numbered. */
export function piecesOf(path: string, size: number, longest: number): Piece[] {
  if (size <= longest) return [{ name: path, start: 0, bytes: size }];
  return Array.from({ length: Math.ceil(size / longest) }, (_, at) => ({
    name: `${path}.piece-${String(at + 1).padStart(5, '0')}`,
    start: at * longest,
    bytes: Math.min(longest, size - at * longest),
  }));
}

/** The file that an object belongs to. */
export const pathOfPiece = (name: string): string => name.replace(PIECE, '');
