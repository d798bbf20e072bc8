/** UTF-16 by its first two bytes: a byte order mark, or the `<` that every part begins with. */
const STARTS = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
  ['utf-16le', 0x3c, 0x00],
  ['utf-16be', 0x00, 0x3c],
] as const;

/** A part in UTF-8: a book may hold its parts in UTF-16 as well (ECMA-376, part 2). Chunks of UTF-8 pass as they are. */
export async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (start) {
      bytes = Buffer.concat([start, chunk]);
      start = bytes.length < 2 ? bytes : null;
      if (start) continue;
      decoder = decoderFor(bytes);
    }
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
  }
  if (start) yield start;
  if (decoder) yield Buffer.from(decoder.decode());
}

function decoderFor(bytes: Buffer): TextDecoder | null {
  const found = STARTS.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  return found ? new TextDecoder(found[0]) : null;
}
