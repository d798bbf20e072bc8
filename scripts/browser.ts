import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.ts';

/** Sees to it that the browser tests have a Chromium: the system's, else Playwright's, else the Debian package. */
const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

const mayInstallPackages = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;

function installDebianPackages(): void {
  console.log('Installing Chromium from the packages of Debian for the browser tests…');
  run('apt-get', ['update', '-qq']);
  // Whole for Lighthouse, lean for the tests; older releases have no lean one.
  if (!install(['chromium', 'chromium-headless-shell'])) install(['chromium']);
}

const install = (packages: readonly string[]) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    DEBIAN_FRONTEND: 'noninteractive',
  });

function installPlaywrightBrowser(): void {
  console.log('No Chromium found, asking Playwright for one…');
  run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium']);
}

if (!findChromium()) installPlaywrightBrowser();
if (!findChromium() && mayInstallPackages()) installDebianPackages();
if (!findChromium()) {
  console.error('No Chromium for the browser tests: install one, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
