import { BRIDGE } from '../../contract/api.ts';
import { LIST_FILE_MAX } from '../../contract/limits.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds } from '../table.ts';
import type { Attack } from './attack.ts';

/** Lists of one row, each of which costs most where a pattern meets it whole. */
const ROWS: readonly (readonly [string, (length: number) => string])[] = [
  ['blanks in a number', (length) => `q;1${' '.repeat(length)}x`],
  ['digits and points', (length) => `q;${'1.'.repeat(length / 2)}x`],
  ['quotation marks', (length) => `q;${'«'.repeat(length)}`],
  ['marks of articles', (length) => `арт${',арт'.repeat(length / 4)};1`],
  ['hyphens', (length) => `${'а-'.repeat(length / 2)};1 шт`],
  ['tables within tables', (length) => `<html>${'<table '.repeat(length / 7)}`],
];
/** A cell may have 256 KB, and Cyrillic letters take two bytes. */
const LENGTH = 120_000;
const PATIENCE_MS = 120_000;

async function sent(server: BenchServer, list: string): Promise<{ readonly ms: number; readonly status: number }> {
  const form = new FormData();
  form.append('file', new Blob([list.slice(0, LIST_FILE_MAX)]), 'list.csv');
  const began = performance.now();
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const status = await fetch(`${server.origin}${BRIDGE}/search/list/file`, { method: 'POST', body: form, signal })
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    })
    .catch(() => 0);
  return { ms: performance.now() - began, status };
}

/** Hostile files whose only row is made as expensive as a row can be. */
export const texts: Attack = {
  name: 'texts',
  measure: async ({ start, small }): Promise<Figure[]> => {
    const server = await start();
    await sent(server, 'q;1');
    const ordinary = await sent(server, 'q;1');
    const figures: Figure[] = [
      { name: 'a list of one ordinary row', figure: `${milliseconds(ordinary.ms)} (${ordinary.status})` },
    ];
    for (const [name, row] of ROWS) {
      let answer = { ms: 0, status: 0 };
      const { loopDelayMs } = await server.watch(async () => {
        answer = await sent(server, `${row(small ? 2_000 : LENGTH)}\n`);
      });
      const ratio = (answer.ms / ordinary.ms).toFixed(1);
      figures.push({
        name: `one row of ${name}: answered after, times the ordinary one, longest stop of the main loop`,
        figure: `${milliseconds(answer.ms)} (${answer.status}), ${ratio} ×, ${milliseconds(loopDelayMs)}`,
        goal: '≤ 200 ms, loop ≤ 100 ms',
      });
    }
    return figures;
  },
};
