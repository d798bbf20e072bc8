import { fileURLToPath } from 'node:url';
import { NEVER_READ_AGAIN } from './allowed.ts';
import { replaceDate } from './replace-date.ts';

// Loaded before each process of unit and API tests (`node --import`), and so before its threads: code of ours that asks
// for the real time there gets an error, and the test fails even when that is swallowed. Libraries may ask.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OWN = 'tests/support/real-time/';

/** What was refused since it was last looked at. */
const refused: Error[] = [];
Object.defineProperty(globalThis, Symbol.for('refused reads of the real time'), { value: refused });

replaceDate((real) => {
  const reader = readerOfTime();
  if (reader === null) return real;
  const problem = new Error(
    `${reader} reads the real time. Give it a clock: that of a test stands at EVENING (tests/support/moment.ts).`,
  );
  refused.push(problem);
  throw problem;
});

/** The file of ours that asks what time it is, from the root; null when it is a library, Node or one that may ask. */
function readerOfTime(): string | null {
  for (const file of filesOnStack()) {
    const path = (file.startsWith('file:') ? fileURLToPath(file) : file).split('?')[0] ?? '';
    if (!path.startsWith(ROOT)) return null;
    const own = path.slice(ROOT.length);
    if (own.startsWith(OWN)) continue;
    return own.startsWith('node_modules/') || NEVER_READ_AGAIN.has(own) ? null : own;
  }
  return null;
}

/** Files of the nearest callers, the innermost first; native code has none. */
function filesOnStack(): string[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 12;
    Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '').filter(Boolean);
    return new Error().stack as unknown as string[];
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}
