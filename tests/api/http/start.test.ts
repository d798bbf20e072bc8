import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a start without its database says so in one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-start-'));
  try {
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
      env: { DATA_DIR: folder, DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop', PORT: '0', DEMO: 'off' },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr.trim()).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
