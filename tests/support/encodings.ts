/** A text as the bytes of an encoding of one byte a letter; what it has no byte for becomes a question mark. */
export function encodeAs(encoding: string, text: string): Buffer {
  const letters = [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  const bytes = new Map(letters.map((letter, byte) => [letter, byte]));
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f));
}
