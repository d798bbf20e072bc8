// The modules that a child process is started with, as plain JavaScript: it has neither a compiler nor more of the disk.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { Order } from './boot.ts';

/** Where a module without types names another of the project. */
const RELATIVE_IMPORT = /\b(?:from|import)\s*(?:\(\s*)?['"](\.[^'"]+\.ts)['"]/gu;

/** Stripped modules by address. A new thread receives a copy of those that its parent has stripped so far. */
const MADE = 'modules of processes apart';
const made = (getEnvironmentData(MADE) as Map<string, string> | undefined) ?? new Map<string, string>();
setEnvironmentData(MADE, made);

const known = new Map<string, Order['modules']>();

/** The module and those of the project that it imports, stripped once a thread: the process needs no compiler of types. */
export function modulesOf(entry: string): Order['modules'] {
  const texts = known.get(entry) ?? Object.fromEntries(walk(entry, new Map()));
  known.set(entry, texts);
  return texts;
}

/** One of them. */
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

/**
 * As the runtime strips its own modules; its warning of an experimental function would only disturb readers of the log.
 */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
