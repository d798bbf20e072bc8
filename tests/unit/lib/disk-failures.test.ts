import { describe, expect, test } from 'vitest';
import { DISK_BROKEN, DISK_FULL, DISK_READ_ONLY } from '../../../contract/api.ts';
import { failureText } from '../../../src/lib/platform/failure-texts.ts';
import { failureOf } from '../../../src/lib/platform/http-client.ts';
import { uploadFailureText } from '../../../src/lib/price-lists/upload/upload-texts.ts';

const answer = (status: number, error: string) => ({ response: { status } as Response, data: { error } });

describe('a disk of the server that takes nothing', () => {
  test.each([
    [507, DISK_FULL, 'закончилось место'],
    [503, DISK_READ_ONLY, 'запрещена запись'],
    [503, DISK_BROKEN, 'не\u00a0может сохранить'],
  ])('security 56: %i «%s» is told with what to do, on the page of price lists too', (status, code, words) => {
    const failure = failureOf(answer(status, code));
    expect(failure.kind).toBe('disk');
    for (const text of [failureText(failure), uploadFailureText(failure)]) {
      expect(text).toContain(words);
      expect(text).toContain('Сообщите администратору');
    }
    // The progress of an upload brings the reason alone.
    expect(uploadFailureText({ kind: 'refused', code, facts: {} })).toContain(words);
  });

  test('a busy server is still one that passes', () => {
    const failure = failureOf(answer(503, 'service is busy'));
    expect([failure.kind, failureText(failure)]).toEqual([
      'busy',
      'Сервер сейчас занят. Подождите минуту и\u00a0повторите.',
    ]);
  });
});
