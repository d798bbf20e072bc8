import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Where a module without types names another of the project. */
const RELATIVE_IMPORT = /\b(?:from|import)\s*(?:\(\s*)?['"](\.[^'"]+\.ts)['"]/gu;

type Texts = Readonly<Record<string, string>>;

/** Stripped modules by address. A new thread receives a copy of those that its parent has stripped so far. */
const MADE = 'modules of processes apart';
const made = (getEnvironmentData(MADE) as Map<string, string> | undefined) ?? new Map<string, string>();
setEnvironmentData(MADE, made);

const known = new Map<string, Texts>();

/**
 * The module at this address and those of the project that it imports, now or later, as JavaScript by address. Each is
 * stripped of its types once a thread, or not at all when the parent thread did it before. A process that gets JavaScript
 * need not load the compiler of types, which takes several times as long as the rest of its start.
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
