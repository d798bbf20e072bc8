import { expect, it } from 'vitest';
import { progressOn, readArguments } from '../../../server/operations/commands/import-arguments.ts';
import { retryWhileBusy } from '../../../server/platform/database/sqlite-locks.ts';

function output(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => {
    written.push(String(text));
    return true;
  };
  return { written, stream: { isTTY, write } as unknown as NodeJS.WriteStream };
}

it('reads what is asked', () => {
  const words = ['a.csv', '--provider', ' Поставщик ', '--brand', 'Б', '--field', 'price=7', '--field', 'vat=add:20'];
  expect(readArguments(words)).toMatchObject({
    file: 'a.csv',
    provider: 'Поставщик',
    brand: 'Б',
    fields: { price: '7', vat: 'add:20' },
    isDryRun: false,
    isConfirmed: false,
  });
  expect(readArguments(['--help'])).toBeNull();
});

it('draws a bar on a terminal, above which lines stand by themselves', () => {
  const { written, stream } = output(true);
  const view = progressOn(stream);
  view.show({ percent: 50, rows: 1_200, rowsPerSecond: 600 });
  view.say('waiting');
  view.show({ phase: 'committing', percent: 100 });
  view.end();
  expect(written).toEqual([
    '\r[###############---------------]  50 % 1,200 rows, 600 a second\u001b[K',
    '\r\u001b[K',
    'waiting\n',
    '\r[##############################] 100 % 1,200 rows, committing\u001b[K',
    '\r\u001b[K',
  ]);
  const fresh = output(true);
  progressOn(fresh.stream).show({});
  expect(fresh.written.join('')).toContain('  0 % 0 rows');
});

it('writes a line for each tenth where nobody watches', () => {
  const { written, stream } = output(false);
  const view = progressOn(stream);
  for (let percent = 0; percent <= 100; percent += 4) view.show({ percent, rows: percent });
  expect(written).toHaveLength(10);
  expect(written.at(-1)).toBe('100 %, 100 rows\n');
});

it('comes back while the database is busy, and tells it once', async () => {
  const told: string[] = [];
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw Object.assign(new Error('database is locked'), { errcode: 5 });
    return tries;
  };
  expect(await retryWhileBusy(work, (line) => told.push(line), { betweenMs: 1 })).toBe(3);
  expect(told).toHaveLength(1);
  const wrong = async () => {
    throw new Error('wrong');
  };
  await expect(retryWhileBusy(wrong, () => {}, { betweenMs: 1 })).rejects.toThrow('wrong');
});
