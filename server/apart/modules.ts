import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Where a module without types names another of the project. */
const RELATIVE_IMPORT = /\b(?:from|import)\s*(?:\(\s*)?['"](\.[^'"]+\.ts)['"]/gu;

const known = new Map<string, Readonly<Record<string, string>>>();

/**
 * The module at this address and those of the project that it imports, now or later, as JavaScript by address. They are
 * made once in each thread: whoever starts a process over and over saves it the compiler of types, which takes it several
 * times as long as all else that it does before its work.
 */
export function modulesOf(entry: string): Readonly<Record<string, string>> {
  const made = known.get(entry) ?? Object.fromEntries(walk(entry, new Map()));
  known.set(entry, made);
  return made;
}

/** One module as JavaScript. */
export const moduleText = (address: string): string => modulesOf(address)[address] as string;

function walk(address: string, texts: Map<string, string>): Map<string, string> {
  const text = withoutTypes(readFileSync(new URL(address), 'utf8'));
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
