import { createReadStream } from 'node:fs';
import { ExchangeProblem } from '../problem.ts';

const HEAD_BYTES = 200;
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'windows-1251': 'windows-1251',
  cp1251: 'windows-1251',
};

/** The encoding that the declaration of an XML text names; UTF-8 without one. Throws ExchangeProblem for any other. */
function declaredEncoding(head: Buffer): string {
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/iu.exec(
    head.toString('latin1'),
  )?.[1];
  const encoding = ENCODINGS[(named ?? 'utf-8').toLowerCase()];
  if (!encoding) throw new ExchangeProblem(`кодировка ${named} не\u00a0поддерживается`);
  return encoding;
}

/** The text of an XML file, piece by piece. Throws ExchangeProblem where its bytes are not in the declared encoding. */
export async function* xmlText(file: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(declaredEncoding(chunk.subarray(0, HEAD_BYTES)), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ExchangeProblem('текст повреждён: он\u00a0не\u00a0в\u00a0той кодировке, которая объявлена');
  }
}
