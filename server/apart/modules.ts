import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Where a module without types names another of the project. */
const RELATIVE_IMPORT = /\b(?:from|import)\s*(?:\(\s*)?['"](\.[^'"]+\.ts)['"]/gu;

type Texts = Readonly<Record<string, string>>;

/** Modules without types, by address. Threads get a copy of what is made when they are started. */
const MADE = 'modules of processes apart';
const made = (getEnvironmentData(MADE) as Map<string, string> | undefined) ?? new Map<string, string>();
setEnvironmentData(MADE, made);

const known = new Map<string, Texts>();

/**
 * The module at this address and those of the project that it imports, now or later, as JavaScript by address. A thread makes
 * each once, and none that was made before it was started: whoever starts a process over and over saves it the compiler of
 * types, which takes it several times as long as all else that it does before its work.
 */
export function modulesOf(entry: string): Texts {
  const texts = known.get(entry) ?? Object.fromEntries(walk(entry, new Map()));
  known.set(entry, texts);
  return texts;
}

/** One module as JavaScript. */
export const moduleText = (address: string): string => modulesOf(address)[address] as string;

function walk(address: string, texts: Map<string, string>): Map<string, string> {
  const text = made.get(address) ?? withoutTypes(readFileSync(new URL(address), 'utf8'));
  made.set(address, text);
  texts.set(address, text);
  for (const [, path = ''] of text.matchAll(RELATIVE_IMPORT)) {
    const { href } = new URL(path, address);
    if (!texts.has(href)) walk(href, texts);
  }
  return texts;
}

/** The runtime strips its own modules the same way; that the call is new to it is no news to whoever reads the log. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
