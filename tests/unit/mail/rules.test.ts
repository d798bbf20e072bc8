import { expect, test } from 'vitest';
import { afterFailure } from '../../../server/platform/mail/outbox-store.ts';

const FAILED = { attempts: 1, mayBeTaken: false, mayRepeat: false, uselessAt: 1e12 };

test('pauses grow up to an hour and stay there', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => {
    const step = afterFailure({ ...FAILED, attempts: index + 1 }, 0);
    return step.state === 'waiting' ? step.nextAt : Number.NaN;
  });
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses.at(0)).toBe(10_000);
  expect(pauses.at(-1)).toBe(3_600_000);
});

test('a mail is given up when the next attempt would come too late', () => {
  expect(afterFailure({ ...FAILED, uselessAt: 10_001 }, 0).state).toBe('waiting');
  expect(afterFailure({ ...FAILED, uselessAt: 10_000 }, 0).state).toBe('failed');
});

test('an attempt that may have succeeded is repeated once and the mail stays marked', () => {
  expect(afterFailure({ ...FAILED, mayBeTaken: true }, 0)).toMatchObject({ state: 'waiting', mayRepeat: true });
  expect(afterFailure({ ...FAILED, mayRepeat: true }, 0)).toMatchObject({ state: 'waiting', mayRepeat: true });
  const twice = { ...FAILED, mayBeTaken: true, mayRepeat: true };
  expect(afterFailure(twice, 0)).toEqual({ state: 'failed', mayRepeat: true });
});
