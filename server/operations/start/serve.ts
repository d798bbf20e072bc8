import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isLoopback, TRUST_NONE } from '../../../settings/networks.ts';
import { SettingsProblem } from '../../../settings/problem.ts';
import { openLog } from '../../platform/log.ts';
import { type Config, readConfig } from '../config/config.ts';
import { compiledFolder } from '../config/settings-file.ts';
import { openConsole } from '../console/console.ts';
import { startApp } from './app.ts';
import { machineProblems } from './claim-machine.ts';

const { say, log, showProblem } = openConsole(process, process.env);

function fail(error: unknown, dataFolder?: string): never {
  showProblem(error, dataFolder);
  process.exit(1);
}

async function read(): Promise<Config> {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof SettingsProblem)) return fail(error);
    // What this machine refuses is told with it, so that nobody starts again to learn of it.
    const others = await machineProblems(process.env).catch(() => []);
    return fail(new SettingsProblem([...error.problems, ...others]));
  }
}

const config = await read();
const app = await startApp(config, {
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  environment: process.env,
  clock: () => Date.now(),
  log: openLog(log.level(config.logLevel), log.destination),
  say,
}).catch((error: unknown) => fail(error, config.dataDir));

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    say({ kind: 'stopping' });
    // Somebody at the console does not want to wait.
    const left = signal === 'SIGTERM' ? app.leave() : Promise.resolve();
    left.then(app.close).then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  });
}

say({
  kind: 'opened',
  listensAt: app.address,
  siteUrl: config.siteUrl,
  isBehindProxy: config.trustProxy !== TRUST_NONE,
  isOpenToOthers: !isLoopback(config.host),
  servesPages: config.servePages,
  showsMails: config.showsMails,
});
// A courtesy for the next start.
await mkdir(compiledFolder(config.dataDir), { recursive: true }).catch(() => {});
