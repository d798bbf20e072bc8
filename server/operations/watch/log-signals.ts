import type { FastifyBaseLogger } from 'fastify';
import { runEnded, statementEnded } from '../../platform/signals.ts';

interface LogOptions {
  /** Statements that take longer have a line, ms; 0: none has. */
  readonly slowQueryMs: number;
}

/** Writes into the log what the signals tell of slow statements and of import runs; returns how to stop. */
export function logSignals(log: FastifyBaseLogger, { slowQueryMs }: LogOptions): () => void {
  const stops = [
    runEnded.listen(({ runId, outcome, rows, ms }) =>
      log.info({ runId, outcome, rows, ms: Math.round(ms) }, 'import run ended'),
    ),
  ];
  if (slowQueryMs > 0) {
    const stopListening = statementEnded.listen(({ database, kind, text, ms }) => {
      // Jobs are long by their nature, and their runs have a line of their own.
      if (kind === 'job' || ms < slowQueryMs) return;
      log.warn({ database, ms: Math.round(ms), statement: textWithoutValues(text) }, 'slow query');
    });
    stops.push(stopListening);
  }
  return () => {
    for (const stop of stops) stop();
  };
}

/** Characters of a statement that are told. */
const TEXT_MAX = 1_000;

/** The text of a statement on one line, with a question mark for every value that stands in it. */
export const textWithoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$?"])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\(\?(?:\s*,\s*\?)+\)/g, '(?, …)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX);
