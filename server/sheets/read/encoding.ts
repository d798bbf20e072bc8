import { createReadStream } from 'node:fs';
import type { TextEncoding } from '../../../contract/bridge.ts';
import { likeliestRussian } from './letters.ts';
import { Utf8Count } from './utf8-count.ts';
import { utf16Of } from './utf16.ts';

/** The encoding of a text; `clear` when nothing speaks for another one. */
export interface EncodingChoice {
  readonly encoding: TextEncoding;
  readonly clear: boolean;
}

const ENCODINGS: ReadonlySet<string> = new Set<TextEncoding>([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1251',
  'ibm866',
  'koi8-r',
]);

export const isTextEncoding = (encoding: string): encoding is TextEncoding => ENCODINGS.has(encoding);

const CHUNK = 256 * 1024;
/** Whole sequences for each broken byte from which a text is damaged UTF-8; texts of one byte a letter stay below 1. */
const WHOLE_PER_BROKEN = 2;
/** The same, from which there is no doubt. */
const WHOLE_PER_BROKEN_CLEAR = 8;

/**
 * Chooses the encoding of a text file in one pass over all of it: UTF-16 by its beginning, else UTF-8 when most of what
 * is not ASCII is UTF-8, so that one damaged byte changes nothing, else the likeliest of the Russian encodings.
 */
export async function chooseEncoding(file: string): Promise<EncodingChoice> {
  const count = new Utf8Count();
  let first = true;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    const utf16 = first ? utf16Of(chunk) : null;
    if (utf16) return { encoding: utf16, clear: true };
    first = false;
    count.add(chunk);
  }
  return choiceOf(count);
}

/** The same for a text that is at hand. */
export function chooseEncodingOf(bytes: Buffer): EncodingChoice {
  const utf16 = utf16Of(bytes.subarray(0, CHUNK));
  if (utf16) return { encoding: utf16, clear: true };
  const count = new Utf8Count();
  count.add(bytes);
  return choiceOf(count);
}

function choiceOf(count: Utf8Count): EncodingChoice {
  count.end();
  const { whole, broken, pairs } = count;
  if (whole >= broken * WHOLE_PER_BROKEN)
    return { encoding: 'utf-8', clear: whole >= broken * WHOLE_PER_BROKEN_CLEAR };
  const { encoding, clear } = likeliestRussian(pairs);
  return { encoding, clear: clear && whole < broken };
}

/** The text of a file, piece by piece, without its byte order mark; damaged bytes stand as U+FFFD. */
export async function* decodedText(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    yield decoder.decode(chunk, { stream: true });
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}
