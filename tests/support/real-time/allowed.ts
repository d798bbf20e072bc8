/**
 * Who may ask the machine what time it is, and why: paths from the project's root. Everything else is given a clock, so
 * that a test decides what time it is.
 */
export const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['server/operations/start/serve.ts', 'starts the product: here the clock of everything comes from'],
  ['server/operations/commands/admin.ts', 'a program of its own, which starts the auth service'],
  ['server/operations/commands/import.ts', 'a program of its own, which dates its run'],
  ['server/operations/commands/backup.ts', 'a program of its own, which names a backup by its time'],
  ['server/operations/commands/doctor.ts', 'a program of its own, which tells old files from new ones'],
  [
    'server/operations/commands/move-to-postgres.ts',
    'a program of its own, which names by its time what it moves aside',
  ],
  ['server/operations/commands/move-files.ts', 'a program of its own, which signs what it asks of an object storage'],
  ['server/operations/commands/restore.ts', 'a program of its own, which names by its time what it moves aside'],
  ['server/operations/commands/check-pricelists.ts', 'a program of its own, for a moment that nothing depends on'],
  ['src/lib/platform/now.ts', 'where everything in a page gets the present from'],
  ['tests/support/real-time/test-now.ts', 'works out how far TEST_NOW is from the present'],
  ['tests/support/clocked-server.ts', 'a program of its own, whose clock a browser test moves on from the present'],
  ['tests/e2e/second-factor.spec.ts', 'an app of codes goes by the time of the server that runs beside the test'],
  ['tests/e2e/mail-trouble.spec.ts', 'an app of codes goes by the time of the server that runs beside the test'],
  [
    'tests/e2e/sources-walk.spec.ts',
    'dates of files and mails are days before the time of the server that runs beside the test',
  ],
]);

/** Who may ask for it in the middle of a test too. */
export const NEVER_READ_AGAIN: ReadonlyMap<string, string> = new Map([
  ['server/platform/database/migrate-schema.ts', 'when a migration ran is a note for people; nothing decides by it'],
  [
    'server/platform/http/shared-limits.ts',
    'windows of limits go by the clock of the database, which processes of several machines have in common',
  ],
]);
