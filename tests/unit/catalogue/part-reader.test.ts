import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wordsOfForm } from '../../../server/catalogue/part-reader/lexicon.ts';
import { readPart } from '../../../server/catalogue/part-reader/read-part.ts';

const kindOf = (text: string) => readPart(text).kind?.name ?? null;
const machinesOf = (text: string) => readPart(text).machines.map(({ name }) => name);

describe('one part in many words', () => {
  test.each([
    [
      'насос водяной',
      ['помпа', 'Насос вод.', 'насос охлаждающей жидкости', 'WATER PUMP', 'PUMP ASSY-WATER', 'помпы водяные'],
    ],
    ['палец рессоры', ['рессорные пальцы', 'пальцы рессоры', 'палец рессорный']],
    ['патрубок радиатора', ['патрубок радиатора', 'патрубки радиаторов', 'патр. радиатора']],
    ['головка блока цилиндров', ['ГБЦ', 'г.б.ц.', 'головка блока', 'головки блоков цилиндров']],
    ['фильтр масляный', ['Ф-р масл.', 'масляный фильтр', 'OIL FILTER', 'фильтр масла']],
    ['подшипник', ['подшипник', 'подшыпник', 'подшипников']],
  ])('%s', (name, texts) => {
    for (const text of texts) expect(kindOf(text), text).toBe(name);
  });
});

describe('the part before what belongs to it', () => {
  test.each([
    ['Ремкомплект насоса водяного ЯМЗ-236', 'ремкомплект насоса водяного'],
    ['Суппорт (р/к)', 'ремкомплект суппорта'],
    ['Стартер с прокладкой', 'стартер'],
    ['Болт головки блока', 'болт головки блока цилиндров'],
    ['Ремень 8РК1050', 'ремень'],
  ])('%s', (text, name) => {
    const kind = readPart(text).kind;
    expect([kind?.name, kind?.parent?.name]).toContain(name);
  });

  test('names what a piece belongs to', () => {
    const { kind, objects } = readPart('Кронштейн генератора');
    expect([kind?.name, ...objects.map(({ name }) => name)].join(' ')).toContain('генератор');
  });
});

describe('machines in any spelling', () => {
  test.each([
    ['помпа хово', ['HOWO']],
    ['фара шакман', ['Shacman']],
    ['фильтр каунти', ['Hyundai County']],
    ['Насос ЯМЗ 236', ['ЯМЗ-236']],
    ['Фильтр HD65/72/78', ['Hyundai HD65', 'Hyundai HD72', 'Hyundai HD78']],
    ['колодки КАМАЗ 5320, 5511', ['КАМАЗ 5320', 'КАМАЗ 5511']],
  ])('%s', (text, names) => {
    expect(machinesOf(text)).toEqual(names);
  });

  test.each([
    ['Стартер Ремдеталь-Урал', 'a piece of the name of a maker'],
    ['компрессор 130-3509012', 'the beginning of an article'],
    ['датчик газа', 'a word that changes, as a short name does not'],
    ['Втулка 80', 'a number without its make'],
    ['клапан ТМ-100', 'a number behind other letters'],
  ])('%s: %s is none', (text) => {
    expect(machinesOf(text)).toEqual([]);
  });
});

test('sides in words, letters and cuts', () => {
  expect(readPart('Фара лев. перед.').sides).toEqual(['левый', 'передний']);
  expect(readPart('BRAKE PAD RR LH').sides).toEqual(['задний', 'левый']);
  expect(readPart('ФОНАРЬ ЗАДНИЙ ЛЕВЫ').sides).toEqual(['задний', 'левый']);
  expect(readPart('Шестерня 5 перед.').sides).toEqual([]);
});

test('sizes in one notation', () => {
  for (const text of ['Сальник 135х140', 'Сальник 135*140', 'Сальник 135×140']) {
    expect(readPart(text).sizes, text).toContain('135x140');
  }
  expect(readPart('Болт М8×1,25×30').sizes).toEqual(['m8x1.25x30']);
  expect(readPart('Стартер 24 В').sizes).toEqual(['24v']);
});

test('what says nothing of the part is no part of it', () => {
  const { roles, pieces } = readPart('купить стартер камаз цена москва 2 шт');
  const rest = pieces.filter((_, at) => roles[at] === 'rest').map(({ typed }) => typed);
  expect(rest).toEqual([]);
});

test('any text is read, however long or odd', () => {
  for (const text of ['', ' ', '«»', '\ud800', 'а'.repeat(100_000), '1-'.repeat(5_000), 'р/к '.repeat(500)]) {
    expect(() => readPart(text)).not.toThrow();
  }
});

describe('the data', () => {
  const rowsOf = (file: string) =>
    readFileSync(new URL(`../../../server/catalogue/part-reader/${file}`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(';'));
  const kinds = rowsOf('kinds.csv');

  test('no form belongs to two kinds', () => {
    const owners = new Map<string, string>();
    const clashes: string[] = [];
    for (const [name = '', , , forms = ''] of kinds) {
      for (const form of [name, ...forms.split('|')].filter((one) => one !== '')) {
        const key = wordsOfForm(form).sort().join(' ');
        const owner = owners.get(key);
        if (owner !== undefined && owner !== name) clashes.push(`${form}: ${owner} and ${name}`);
        owners.set(key, name);
      }
    }
    expect(clashes).toEqual([]);
  });

  test('every kind has a known parent and a system of the list', () => {
    const names = new Set(kinds.map(([name]) => name));
    expect(names.size).toBe(kinds.length);
    expect(kinds.length).toBeGreaterThan(1_800);
    const systems = new Set(kinds.map(([, , system]) => system));
    expect(systems.size).toBeLessThanOrEqual(24);
    for (const row of kinds) {
      expect(row, row.join(';')).toHaveLength(4);
      const [name, parent = ''] = row;
      expect(parent === '' || (parent !== name && names.has(parent)), `${name}: ${parent}`).toBe(true);
    }
  });

  test('every machine has a make that is there, and a sort', () => {
    const machines = rowsOf('machines.csv');
    const names = new Set(machines.map(([name]) => name));
    expect(names.size).toBeGreaterThan(1_500);
    for (const row of machines) {
      expect(row, row.join(';')).toHaveLength(6);
      expect(names.has(row[1]), row.join(';')).toBe(true);
    }
  });
});
