import { ReadError } from './error.ts';
import { LINE_CHARACTERS_MAX } from './limits.ts';

/** The lines of a text that comes in pieces, many at a time, without their ends (CR LF, LF or CR). */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\n|\r/u);
    rest = lines.pop() ?? '';
    // A line feed that belongs to it may begin the next piece.
    if (piece.endsWith('\r')) rest = `${lines.pop() ?? ''}\r`;
    if (rest.length > LINE_CHARACTERS_MAX) throw new ReadError('CELL_TOO_BIG');
    yield lines;
  }
  if (rest !== '') yield [rest.replace(/\r$/u, '')];
}
