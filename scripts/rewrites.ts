import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../server/operations/config/config.ts';
import { startApp } from '../server/operations/start/app.ts';
import type { DeclaredRoute } from '../server/platform/http-server/guards.ts';
import { bigRouteFiles } from './deploy/big-routes.ts';
import { REWRITE_FILES } from './deploy/rewrites.ts';

/** Writes the tables of dynamic addresses for servers of files, and what proxies let pass at which address. */
const files = { ...REWRITE_FILES, ...bigRouteFiles(await routesOfProduct()) };
for (const [path, text] of Object.entries(files)) {
  writeFileSync(path, text);
  console.log(`${path} is written.`);
}

/** Every route of the whole product, as it declares them when it starts. */
async function routesOfProduct(): Promise<readonly DeclaredRoute[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parts-routes-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  const environment = { PORT: '0', DATA_DIR: join(folder, 'data'), DEMO: 'off' };
  try {
    const app = await startApp(readConfig(environment), {
      root: folder,
      environment,
      log: pino({ level: 'silent' }),
      say: () => {},
      builtSite: folder,
      clock: Date.now,
    });
    await app.close();
    return app.routes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
