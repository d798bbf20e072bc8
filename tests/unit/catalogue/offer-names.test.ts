import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOffer } from '../../../server/catalogue/part-reader/read-part.ts';

const read = (title: string, article = '') => {
  const { name, marks } = readOffer(title, article);
  return [name, ...marks];
};

describe('notes of an offer are read into its marks, and its name is without them', () => {
  test.each([
    ['Головка блока (ан.)', ['Головка блока', 'аналог']],
    ['Головка блока (оригинал)', ['Головка блока', 'оригинал']],
    ['Головка блока (аналог) (оригинал)', ['Головка блока', 'аналог']],
    ['Крышка (аналог 740.1002310)', ['Крышка', 'аналог: 740.1002310']],
    ['Насос водяной (уценка: нет упаковки)', ['Насос водяной', 'уценка: нет упаковки']],
    ['Насос водяной (уценка, царапины на корпусе) КАМАЗ', ['Насос водяной КАМАЗ', 'уценка: царапины на корпусе']],
    ['Насос водяной уценка - скол фланца', ['Насос водяной', 'уценка: скол фланца']],
    ['Уценка! Фильтр масляный КАМАЗ', ['Фильтр масляный КАМАЗ', 'уценка']],
    ['Вкладыши коренные Р1 КамАЗ', ['Вкладыши коренные КамАЗ', 'ремонтный: Р1']],
    ['Головка блока КамАЗ после ремонта', ['Головка блока КамАЗ', 'восстановленный']],
    ['Двигатель Isuzu 6BG1 б/у', ['Двигатель Isuzu 6BG1', 'б/у']],
    ['Стартер КАМАЗ (пр-во БАТЭ)', ['Стартер КАМАЗ', 'производство БАТЭ']],
    ['Стартер производства Турции', ['Стартер', 'производство Турция']],
    ['Прокладка (Беларусь)', ['Прокладка', 'производство Беларусь']],
    ['Прокладка КАМАЗ (завод)', ['Прокладка КАМАЗ', 'заводской']],
    ['Головка блока КамАЗ без клапанов', ['Головка блока КамАЗ', 'без клапанов']],
    ['Генератор (некомплект, без шкива)', ['Генератор', 'без шкива', 'некомплект']],
    ['Кольцо уплотнительное 112х134 (набор 50 шт.)', ['Кольцо уплотнительное 112х134', 'комплект: 50 шт.']],
    ['Рессора усиленная КАМАЗ', ['Рессора усиленная КАМАЗ', 'усиленный']],
  ])('%s', (title, expected) => expect(read(title)).toEqual(expected));

  test.each([
    ['Накладка, взамен снятых с производства исполнений 01'],
    ['Ремкомплект суппорта'],
    ['Комплект прокладок двигателя'],
    ['Трактор «Беларус» МТЗ-82'],
    ['3P-5663 Фара левая CAT 336'],
  ])('«%s» says nothing of its offer', (title) => {
    expect(read(title)[0]).toBe(title);
    expect(
      read(title)
        .slice(1)
        .filter((mark) => mark !== 'комплект'),
    ).toEqual([]);
  });
});

describe('a title in capitals is written as a sentence, articles and makes as they are', () => {
  test.each([
    ['ФИЛЬТР МАСЛЯНЫЙ КАМАЗ ЕВРО', 'Фильтр масляный КамАЗ Евро'],
    ['НАСОС НШ-50А-3Л ГИДРАВЛИЧЕСКИЙ ДЛЯ МТЗ-80, ТНВД И Р/К', 'Насос НШ-50А-3Л гидравлический для МТЗ-80, ТНВД и р/к'],
    ['ГОЛОВКА БЛОКА КАМАЗ ЕВРО-2 В СБОРЕ', 'Головка блока КамАЗ Евро-2 в сборе'],
    ['СТАРТЕР 24 В 8,1 КВТ', 'Стартер 24 В 8,1 кВт'],
    ['РАДИАТОР УРАЛ-4320 3-Х РЯДНЫЙ ШААЗ', 'Радиатор Урал-4320 3-х рядный ШААЗ'],
    ['ВАЛ L=1200ММ', 'ВАЛ L=1200ММ'],
    ['PISTON KIT OM 355', 'PISTON KIT OM 355'],
  ])('%s', (title, name) => expect(read(title)[0]).toBe(name));
});

test('the article is not repeated in the name, in whatever notation it stands there', () => {
  expect(read('740 1003010-20 Головка блока', '740.1003010-20')[0]).toBe('Головка блока');
  expect(read('Диск сцепления (238Б.1601130) ЯМЗ', '238Б-1601130')[0]).toBe('Диск сцепления ЯМЗ');
  // Another execution is another article.
  expect(read('Головка 740.1003010-20', '740.1003010')[0]).toBe('Головка 740.1003010-20');
  expect(read('740.1003010', '740.1003010')[0]).toBe('740.1003010');
});

test('whatever a title holds, its name has its letters and no others', () => {
  const letters = (text: string): string[] => [
    ...(text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]/gu) ?? []),
  ];
  const word = fc.oneof(
    fc.constantFrom(
      'Головка',
      'блока',
      'ᾀⰀ',
      '(ан.)',
      '(уценка: скол)',
      'б/у',
      'КАМАЗ',
      'без',
      'пр-во',
      ',',
      '(',
      ')',
      'Р1',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.string({ maxLength: 12 }), (words, article) => {
      const title = words.join(' ').normalize('NFKC');
      const left = letters(title);
      for (const letter of letters(readOffer(title, article).name)) {
        const at = left.indexOf(letter);
        expect(at, title).toBeGreaterThan(-1);
        left.splice(at, 1);
      }
    }),
  );
});
