import { expect, test } from 'vitest';
import { Refusal, readField } from '../../../contract/fields/field.ts';
import { referenceTitle, title } from '../../../contract/fields/text.ts';

const readTitle = (typed: string) => readField(title, typed);
const readReferenceTitle = (typed: string) => readField(referenceTitle('invalid title', 'Bosch'), typed);

test('security 66: the title of a brand, a role and the like loses what nobody sees; two that look the same are the same', () => {
  expect(readReferenceTitle('  Bo\u200bsch\u202e \ufeff ')).toBe('Bosch');
  expect(readReferenceTitle('Гидро\u00adмаш')).toBe('Гидромаш');
  expect(readReferenceTitle('\u200b\u2800')).toEqual(new Refusal('invalid title'));
  expect(readReferenceTitle('КАМАЗ \u0000 Урал')).toBe('КАМАЗ Урал');
});

test('the title of a text stays as its author wrote it', () => {
  expect(readTitle('Семья 👨\u200d👩\u200d👧')).toBe('Семья 👨\u200d👩\u200d👧');
});
