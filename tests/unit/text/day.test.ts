import { expect, test } from 'vitest';
import { dayNumber } from '../../../server/platform/text/day.ts';

test('a day begins at midnight of the time zone', () => {
  const evening = Date.UTC(2026, 10, 21, 18, 59);
  expect(dayNumber(evening, 'Asia/Yekaterinburg')).toBe(Date.UTC(2026, 10, 21) / 86_400_000);
  expect(dayNumber(evening + 60_000, 'Asia/Yekaterinburg')).toBe(Date.UTC(2026, 10, 22) / 86_400_000);
});
