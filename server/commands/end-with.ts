import { SettingsProblem } from '../../settings/problem.ts';
import { Damaged } from '../backup/restore.ts';
import { InUse } from '../backup/restore-point.ts';
import { SchemaTooNew } from '../database/busy.ts';
import { DatabaseInUse } from '../database/postgres/dump/aside.ts';
import { troubleOf } from '../database/trouble.ts';
import { StorageAway } from '../files/s3/storage-away.ts';
import { CannotMove } from '../move/line-of.ts';
import { MoveRefused } from '../move/move.ts';
import { Refused } from './refused.ts';
import { takeSettingsWord } from './shop-config.ts';

const TOLD = [
  Refused,
  SettingsProblem,
  InUse,
  DatabaseInUse,
  Damaged,
  SchemaTooNew,
  MoveRefused,
  CannotMove,
  StorageAway,
];

/**
 * Runs a command to its end: what it answers goes to standard output, what it throws to standard error, in a line where
 * a person can do something about it and whole where it is a fault of ours. 0: done, 1: failed, 2: wrongly asked.
 */
export async function endWith(command: () => Promise<string>): Promise<void> {
  try {
    takeSettingsWord();
    console.log(await command());
  } catch (error) {
    console.error(explained(error));
    process.exitCode = error instanceof Refused ? error.code : isUsage(error) ? 2 : 1;
  }
}

/** An option that there is not, or settings that cannot be. */
const isUsage = (error: unknown): boolean =>
  error instanceof SettingsProblem || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

function explained(error: unknown): unknown {
  const { message } = error as Error;
  if (TOLD.some((kind) => error instanceof kind) || isUsage(error)) return message;
  const { code, path } = error as NodeJS.ErrnoException;
  if ((code === 'EACCES' || code === 'EPERM') && path)
    return `${path} is closed to user ${process.getuid?.()}, as whom this works: ${message}`;
  if (troubleOf(error) === 'full') return `The disk is full, nothing was changed: ${message}`;
  return error;
}
