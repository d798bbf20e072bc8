import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logSignals } from '../../../server/operations/watch/signal-reports.ts';
import { openLog } from '../../../server/platform/log.ts';
import { statementEnded } from '../../../server/platform/signals.ts';

test.each([
  ['select "id" from "t1" where "a" = $1', 'select "id" from "t1" where "a" = $1'],
  ["SELECT x FROM t\n  WHERE name = 'O''Neil' AND n > 15.5", 'SELECT x FROM t WHERE name = ? AND n > ?'],
  ['DELETE FROM positions WHERE id IN (1, 2,33)', 'DELETE FROM positions WHERE id IN (?, …)'],
  ['select ?1 from key_2', 'select ?1 from key_2'],
])('a statement is told without its values: %s', (text, told) => {
  const lines: string[] = [];
  const stop = logSignals(pino({}, { write: (line: string) => void lines.push(line) }), { slowQueryMs: 1 });
  statementEnded.report({ database: 'bridge', dialect: 'sqlite', kind: 'read', text, failed: false, ms: 1 });
  stop();
  expect(lines.map((line) => JSON.parse(line).statement)).toEqual([told]);
});

test.each([
  ['{"msg":"Authorization: Bearer abcdef123456"}', '{"msg":"Authorization: Bearer [secret]"}'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_def-1', '[token]'],
  ['GET /auth/forgot/0123456789abcdef0123', 'GET /auth/forgot/[token]'],
  ['smtps://anna@example.ru:p4ss@smtp.example.ru refused', 'smtps://anna@example.ru:[secret]@smtp.example.ru refused'],
  ['ftp://shop:p4@ss:w0rd@files.example.ru/lists', 'ftp://shop:[secret]@files.example.ru/lists'],
  ['postgres://shop:p4://ss@db:5432/x', 'postgres://shop:[secret]@db:5432/x'],
  ['https://shop.example.ru/x,redis://shop:p4ss@cache', 'https://shop.example.ru/x,redis://shop:[secret]@cache'],
  ['mail from https://shop.example.ru/@news at 10:30', 'mail from https://shop.example.ru/@news at 10:30'],
  ['cannot reach postgres://shop:p4ss@db:5432/x', 'cannot reach postgres://shop:[secret]@db:5432/x'],
  ['a line of no interest', 'a line of no interest'],
])('security 44: what opens a door is not in a line: %s', (line, told) => {
  const lines: string[] = [];
  openLog('info', { write: (written) => void lines.push(written) }).info(line);
  expect(lines.map((written) => JSON.parse(written).msg)).toEqual([told]);
});
