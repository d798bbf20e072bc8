import { expect, test } from 'vitest';
import { logLines } from '../../../server/operations/console/console.ts';
import { openLog } from '../../../server/platform/log.ts';

function logged(work: (log: ReturnType<typeof openLog>) => void, withStacks = false): string[] {
  const lines: string[] = [];
  work(
    openLog(
      'info',
      logLines((line) => lines.push(line), { withStacks }),
    ),
  );
  return lines;
}

test('an entry is a line with its time, level, message, error and facts', () => {
  const [line] = logged((log) => log.warn({ err: new Error('connect ECONNREFUSED'), mail: 3 }, 'a mail was not sent'));
  expect(line).toMatch(/^\d\d:\d\d:\d\d предупреждение: a mail was not sent \(connect ECONNREFUSED, mail=3\)$/);
  expect(logged((log) => log.error('x'))[0]).toMatch(/ ошибка: x$/);
});

test('no entry has a stack unless it is asked for', () => {
  const fails = (log: ReturnType<typeof openLog>) => log.error({ err: new Error('broken') }, 'request failed');
  expect(logged(fails)[0]).not.toContain('\n');
  expect(logged(fails, true)[0]).toMatch(/\n {2}at /);
});

test('security: what a request brought cannot act upon the terminal, and no secret is shown', () => {
  const [line = ''] = logged((log) =>
    log.warn({ agent: '\u001b[2J\u009b31m\r\nforged', url: 'smtp://user:word@host' }, 'x\u202e\u0007y'),
  );
  expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(line).not.toContain('word');
});
