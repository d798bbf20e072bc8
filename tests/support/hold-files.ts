import { DatabaseSync } from 'node:sqlite';

// A program of its own: takes the write lock of each SQLite file that it is given, as the job of another process does, says
// so, and lets go of them when its input ends.
const held = process.argv.slice(2).map((file) => {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec('BEGIN IMMEDIATE');
  return db;
});
process.stdout.write('held\n');
process.stdin.resume().once('end', () => {
  for (const db of held) {
    db.exec('COMMIT');
    db.close();
  }
});
