import { expect, test } from 'vitest';
import { cleanReferenceTitle, cleanTitle } from '../../../contract/fields/text.ts';

test('security 66: the title of a brand, a role and the like loses what nobody sees; two that look the same are the same', () => {
  expect(cleanReferenceTitle('  Bo\u200bsch\u202e \ufeff ')).toBe('Bosch');
  expect(cleanReferenceTitle('Гидро\u00adмаш')).toBe('Гидромаш');
  expect(cleanReferenceTitle('\u200b\u2800')).toBeNull();
  expect(cleanReferenceTitle('КАМАЗ \u0000 Урал')).toBe('КАМАЗ Урал');
});

test('the title of a text stays as its author wrote it', () => {
  expect(cleanTitle('Семья 👨\u200d👩\u200d👧')).toBe('Семья 👨\u200d👩\u200d👧');
});
