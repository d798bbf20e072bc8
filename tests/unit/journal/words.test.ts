import { expect, test } from 'vitest';
import { auditDetails } from '../../../contract/journal/words.ts';

test('a former name that there was not is not told', () => {
  expect(auditDetails({ name: 'Анна Волкова', nameBefore: '' })).toBe('имя: Анна Волкова');
  expect(auditDetails({ name: 'Анна Волкова', nameBefore: 'Анна' })).toBe('имя: Анна Волкова · прежнее имя: Анна');
});
