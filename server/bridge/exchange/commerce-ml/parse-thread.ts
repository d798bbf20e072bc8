import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Entry, entriesOf } from './entries.ts';

export interface ParseRequest {
  /** The file to read, and where what it tells is written: a line of JSON for each entry. */
  readonly file: string;
  readonly target: string;
  readonly priceType: string;
}

/** Reads a file of CommerceML apart from the server: a hostile one may cost a thread its life. */
const { file, target, priceType } = workerData as ParseRequest;
const counts = { goods: 0, offers: 0 };

async function* lines(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  for await (const entry of entries) {
    if (entry.kind === 'goods') counts.goods += 1;
    else counts.offers += 1;
    yield `${JSON.stringify(entry)}\n`;
  }
}

try {
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(lines(entriesOf(file, priceType))), output);
  parentPort?.postMessage(counts);
} catch (error) {
  const { message, code } = error as Error & { code?: unknown };
  parentPort?.postMessage({ message, code });
}
