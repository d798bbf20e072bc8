import { randomBytes } from 'node:crypto';
import type { Send } from '../info-calls.ts';
import { quantilesOf } from '../quantiles.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds, whole } from '../table.ts';
import { textOf } from './texts.ts';

/** What a document is packaged with. */
export interface Packaged {
  readonly times: number;
  readonly files: number;
  /** Of one file. */
  readonly bytes: number;
}

const PARAGRAPHS = 60;

/** From the call to the whole PDF of a document with attachments, and how long the main loop stood still meanwhile. */
export async function measurePackages(
  server: BenchServer,
  send: Send,
  { times, files, bytes }: Packaged,
): Promise<Figure[]> {
  const id = await documentWith(send, files, bytes);
  const values: number[] = [];
  // The first one starts what draws them.
  await send(`/docflow/${id}/package`);
  const { cpuSeconds, loopDelayMs } = await server.watch(async () => {
    for (let n = 0; n < times; n++) values.push((await send(`/docflow/${id}/package`)).ms);
  });
  const { p50, p99 } = quantilesOf(values);
  return [
    {
      name: `package of ${files} attachments, ${whole((files * bytes) / 1024 / 1024)} MB, p50`,
      figure: milliseconds(p50),
      goal: '≤ 1 000 ms',
    },
    { name: 'the same, p99', figure: milliseconds(p99) },
    { name: 'processor time of one', figure: milliseconds((cpuSeconds * 1000) / times) },
    { name: 'longest block of the main loop meanwhile', figure: milliseconds(loopDelayMs), goal: '≤ 50 ms' },
  ];
}

/** Makes a document of some pages with files that no packing makes smaller; resolves to its id. */
async function documentWith(send: Send, files: number, bytes: number): Promise<number> {
  const form = new FormData();
  form.set('title', 'Договор поставки');
  form.set('description', Array.from({ length: PARAGRAPHS }, (_, at) => textOf(at, 5, 40)).join('\n\n'));
  form.set('directingId', '1');
  form.set('taskId', '1');
  for (let file = 1; file <= files; file++)
    form.append(
      'scans',
      new Blob(['%PDF-1.7\n', randomBytes(bytes), '\n%%EOF'], { type: 'application/pdf' }),
      `Приложение ${file}.pdf`,
    );
  const { text } = await send('/docflow', { method: 'POST', body: form });
  return (JSON.parse(text) as { id: number }).id;
}
