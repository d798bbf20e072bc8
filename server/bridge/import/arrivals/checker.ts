import type { ArrivalState } from '../../../../contract/import-sources.ts';
import type { ArrivalContext } from './context.ts';
import type { Source } from './source.ts';

/** A file that came; it stays the checker's, who removes or moves it. */
export interface ArrivedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** What a checker does with what it finds. */
export interface Reception {
  /** Imports a file, holds it or notes why not; resolves to what became of it. Rejects when it has to come again later. */
  take(file: ArrivedFile): Promise<ArrivalState>;
  /** Notes something that is not even fetched. */
  ignore(file: Omit<ArrivedFile, 'path'>, reason: string): Promise<void>;
  /** Notes how far the source has been read, and how many mails of nobody were passed over since. */
  mark(mark: string, ignored?: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Looks whether a source has something new. Throws SourceProblem, in words, when it cannot be looked at. */
export type Checker<Of extends Source = Source> = (
  context: ArrivalContext,
  source: Of,
  reception: Reception,
) => Promise<void>;
