import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALIAS_MAX } from '../../../contract/limits.ts';
import { aliasOf, aliasWithId } from '../../../server/platform/text/alias.ts';

test.each([
  ['10,5', 'пример', '', '', '10_5_primer'],
  ['', 'Фильтр масляный УРАЛ', '', '', 'filtr_maslyanyj_ural'],
  ['04465-33471', 'Щётка подъёмная', 'Škoda', '«ЗМЗ»', '04465_33471_shhyotka_podyomnaya_skoda_zmz'],
  ['—', '★', '', '', 'position'],
])('article %j and title %j give a readable address', (article, title, brand, manufacturer, alias) => {
  expect(aliasOf(article, title, brand, manufacturer)).toBe(alias);
});

test('an alias holds Latin letters, digits and single underscores only, within its limit', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(text, text, text, text, (article, title, brand, manufacturer) => {
      const alias = aliasOf(article, title, brand, manufacturer);
      expect(alias).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
      expect(alias.length).toBeLessThanOrEqual(ALIAS_MAX);
    }),
  );
});

test('an alias with an id can be no other position’s alias', () => {
  expect(aliasWithId('filtr', 12)).toBe('filtr__12');
  expect(aliasWithId('a'.repeat(ALIAS_MAX), 1_234_567)).toHaveLength(ALIAS_MAX);
});
