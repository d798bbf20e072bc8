import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberOf, tableOf, textAt, textsOf } from '../../../server/catalogue/part-reader/text-table.ts';

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('камаз', 'камаз 5320', 'камаз5320', '', 'а', 'аа'));

test('a table of texts has for each its number, for each number its text, and nothing else', () => {
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 300 }), fc.array(text), (texts, others) => {
      const table = tableOf(texts);
      expect([...textsOf(table)]).toEqual(texts);
      for (const one of [...texts, ...others]) {
        const number = numberOf(table, one);
        expect(number).toBe(texts.indexOf(one));
        if (number >= 0) expect(textAt(table, number)).toBe(one);
      }
    }),
  );
});
