import { expect, test } from 'vitest';
import { type AskedTitle, readingOf, TitleReadings } from '../../../server/catalogue/search-index/title-readings.ts';
import { readTitle } from '../../../server/catalogue/search-index/tokens.ts';

const PARTS = ['Насос водяной', 'ФИЛЬТР МАСЛ.', 'Прокладка ГБЦ', 'Зеркало лев. н/о'];
const MACHINES = ['КАМАЗ-5320', 'МТЗ-80', 'Hyundai HD78', 'ЗИЛ-130', ''];

const titles = (count: number): AskedTitle[] =>
  Array.from({ length: count }, (_, at) => ({
    title: `${PARTS[at % PARTS.length]} ${MACHINES[at % MACHINES.length]} ${at}`,
    manufacturer: at % 3 === 0 ? 'КАМАЗ' : 'Ремдеталь-Урал',
    article: `740-${at}`,
  }));

/** What the titles say when many are asked for at once, in the order of asking. */
async function readTogether(asked: readonly AskedTitle[]) {
  const readings = new TitleReadings([]);
  for (const title of asked) readings.ask(title);
  await readings.ready();
  return asked.map(readingOf);
}

test.each([
  ['a few', 3],
  ['those of a thread', 2_345],
])('%s are read as each alone', async (_, count) => {
  const asked = titles(count);
  expect(await readTogether(asked)).toEqual(asked.map((title) => readTitle(title, null)));
});

test('the same thread reads for several runs at once, with what the shop says in each of them', async () => {
  const own = new TitleReadings([{ kind: 'part', word: 'зюзя', means: 'насос водяной' }]);
  const [first, second] = [titles(1_600), titles(1_600).map((one) => ({ ...one, title: `Зюзя ${one.manufacturer}` }))];
  const other = readTogether(first);
  for (const title of second) own.ask(title);
  await own.ready();
  expect((await other).length).toBe(first.length);
  expect(readingOf(second[2] as AskedTitle).facts.split('\n')[1]).toBe('насос водяной');
});

test('a title that was not asked for is an error', () => {
  expect(() => readingOf({ title: 'Насос', manufacturer: '', article: '' })).toThrow('not asked for');
});
