import { expect, test } from 'vitest';
import { auditDetails, auditTitle } from '../../../contract/journal/words.ts';

test('a former name that there was not is not told', () => {
  expect(auditDetails({ name: 'Анна Волкова', nameBefore: '' })).toBe('имя: Анна Волкова');
  expect(auditDetails({ name: 'Анна Волкова', nameBefore: 'Анна' })).toBe('имя: Анна Волкова · прежнее имя: Анна');
});

test('days are written as people write them, and a closed account is called so', () => {
  expect(auditDetails({ from: '2026-06-10', to: '2026-06-20' })).toBe('с: 10.06.2026 · по: 20.06.2026');
  expect(auditTitle('account.changed', { disabled: true })).toBe('Учётная запись отключена');
  expect(auditTitle('account.changed', { rank: 'admin' })).toBe('Изменены права учётной записи');
});
