/** The process of the server: reads the configuration, starts, and stops on signals. */
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
    // Problems of this machine are reported together with those of the settings.
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
    // A person at the console does not want to wait.
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
// The next start finds its modules compiled.
await mkdir(compiledFolder(config.dataDir), { recursive: true }).catch(() => {});
