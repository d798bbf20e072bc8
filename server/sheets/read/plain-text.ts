import { chooseEncoding, decodedText } from './encoding.ts';

/** The beginning of a text file, at most so many characters, in whichever encoding it is. */
export async function readText(
  file: string,
  characters: number,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const { encoding } = await chooseEncoding(file);
  let text = '';
  for await (const piece of decodedText(file, encoding)) {
    text += piece;
    if (text.length > characters) return { text: text.slice(0, characters).toWellFormed(), isCut: true };
  }
  return { text, isCut: false };
}
