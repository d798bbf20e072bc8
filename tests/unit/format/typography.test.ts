import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { typographed } from '../../../rules/format/typography.ts';

describe('non-breaking spaces, written ~', () => {
  it.each([
    ['after prepositions, conjunctions and particles', 'Не~найден столбец с~артикулами: это не~прайс'],
    ['in a chain of short words', 'Только что и~не~в~той кодировке'],
    ['at the beginning, after a bracket and after a quotation mark', 'В~заявке (на~складе) кнопка «В~заявку»'],
    ['of three letters', 'Для~входа без~пароля, под~заказ, при~оплате, над~списком'],
    ['before a dash', 'Пусто~— без~срока'],
    ['before particles', 'Такая~же деталь, есть~ли место, хотя~бы пять'],
    ['between a number and its unit', 'от~1 до~5~раз, 2~из~3, 5 и~6, 20~МБ, 5~шт, 3~%, 1-2~недели, 92,5~₽'],
    ['after the sign of a number', 'Заявка №~5, договор №~{{номер}}'],
    ['after initials', 'Ф.~И.~О. или должность: И.~П.~Иванов'],
  ])('stand %s', (_where, shown) => {
    expect(typographed(shown.replaceAll('~', ' ')).replaceAll('\u00a0', '~')).toBe(shown);
  });

  it.each([
    'Кто-то из-за ошибки',
    'Прайс, где они есть, вернёт их',
    'двигатель КАМАЗ-740 новый',
    'For approval of 5 documents',
    'Лист 2 «Цены»',
    'конец на ',
  ])('do not stand in «%s»', (text) => {
    expect(typographed(text)).toBe(text);
  });
});

test('only spaces change, and a second time changes nothing', () => {
  const pieces = [
    'не',
    'и',
    'из',
    'для',
    'ли',
    '—',
    '№',
    '5',
    'И.',
    'слово',
    'кто-то',
    'шт',
    ' ',
    '  ',
    '\u00a0',
    '«',
    '-',
    'a',
    '\n',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, ' ', ' ')), (parts) => {
      const text = parts.join('');
      const shown = typographed(text);
      expect(shown.replaceAll('\u00a0', ' ')).toBe(text.replaceAll('\u00a0', ' '));
      expect(typographed(shown)).toBe(shown);
    }),
  );
});

test('texts in lists, objects and results of functions are set, all else stays as it is', () => {
  const made = new Date(0);
  const texts = typographed({
    heading: 'В заявке',
    forms: ['с ошибкой', 'с ошибками'],
    inner: { found: (count: number) => `Показано ${count} из 100`, both: () => ['и то', null, { hint: 'не то' }] },
    count: 5,
    none: null,
    made,
  } as const);
  expect(texts).toMatchObject({
    heading: 'В\u00a0заявке',
    forms: ['с\u00a0ошибкой', 'с\u00a0ошибками'],
    count: 5,
    none: null,
  });
  expect(texts.made).toBe(made);
  expect(texts.inner.found(7)).toBe('Показано 7\u00a0из\u00a0100');
  expect(texts.inner.both()).toEqual(['и\u00a0то', null, { hint: 'не\u00a0то' }]);
});

test.each([
  ['Нажмите «Тип «Акт»»', 'Нажмите «Тип „Акт“»'],
  ['«Акт» и «Счёт»', '«Акт» и\u00a0«Счёт»'],
  ['«Болт «М8»', '«Болт «М8»'],
  ['Болт»', 'Болт»'],
])('quotes within quotes are set as inner ones, unpaired ones stay: %s', (text, shown) => {
  expect(typographed(text)).toBe(shown);
  expect(typographed((title: string) => `Удалить «${title}»?`)('ООО «Заря» и сын')).toBe('Удалить «ООО „Заря“ и сын»?');
});

test('what a text is given stays as it came: only the text around it is set', () => {
  const texts = typographed({ body: (title: string, count: number) => `О детали ${title}: ${count} шт` });
  expect(texts.body('Рукав L=850 мм и хомут', 2)).toBe('О\u00a0детали Рукав L=850 мм и хомут: 2\u00a0шт');
});
