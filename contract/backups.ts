import Type, { type Static } from 'typebox';

const orNull = <T extends Type.TSchema>(type: T, description: string) =>
  Type.Union([type, Type.Null()], { description });

/** GET /api/site/backups (administrators): the backups that this server takes by itself, once a day. */
export const BackupState = Type.Object({
  isScheduled: Type.Boolean({ description: 'false: BACKUP_DIR is not set' }),
  isRunning: Type.Boolean({ description: 'Whether this process is taking one now' }),
  lastAt: orNull(Type.String(), 'ISO 8601, UTC: when the last whole one was begun; null: there is none yet'),
  bytes: orNull(Type.Integer(), 'Its size, files that it shares with the one before included'),
  ms: orNull(Type.Integer(), 'How long it took'),
  failedAt: orNull(
    Type.String(),
    'ISO 8601, UTC: when an attempt failed since; it is tried again within the hour',
  ),
  error: Type.String({ description: 'Why it failed; empty otherwise' }),
  nextAt: orNull(Type.String(), 'ISO 8601, UTC: when the next one is due'),
});
export type BackupState = Static<typeof BackupState>;
