import { fileURLToPath } from 'node:url';
import { heedTestNow } from './test-now.ts';

/** Settings of vitest by which a test fails that reads the real time; TEST_NOW moves what it starts. */
export function guardOfTime() {
  heedTestNow();
  return {
    execArgv: ['--import', new URL('./guard.ts', import.meta.url).href],
    setupFiles: [fileURLToPath(new URL('./setup.ts', import.meta.url))],
  };
}
