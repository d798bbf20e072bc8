import { defineConfig } from 'vitest/config';
import { readSite } from './settings/site.ts';
import { guardOfTime } from './tests/support/real-time/vitest.ts';

export default defineConfig({
  define: { __SITE__: JSON.stringify(readSite({})) },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/api/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a test waits for; the default, a second, is less than a busy machine needs. vi.waitFor has no such setting.
    expect: { poll: { timeout: 45_000 } },
    tags: [
      { name: 'deep', description: 'what a release must survive' },
      { name: 'store', description: 'proves SQL, and so runs on both databases in every run' },
    ],
    // A file loads modules that others before it have loaded.
    isolate: false,
    // Two processes: the suites start servers, threads and children of their own.
    maxWorkers: 2,
    globalSetup: ['tests/support/postgres/setup.ts'],
    ...guardOfTime(),
  },
});
