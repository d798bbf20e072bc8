import type { SourceKind, SourceSettings } from '../../../contract/catalogue/source-kinds.ts';
import type { ArrivalState } from '../../../contract/price-lists/sources.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import { createSeal, type Seal, type Secrets } from '../../platform/secrets.ts';
import type { KeptFiles } from '../runs/kept-files.ts';
import type { ImportQueue } from '../runs/queue.ts';
import { type Source, SourceProblem } from './source.ts';

/** A file that came; it stays the checker's, who removes or moves it. */
export interface FetchedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** What a checker does with what it finds. */
export interface Reception {
  /** Imports a file, holds it or notes why not; resolves to what became of it. Rejects when it has to come again later. */
  take(file: FetchedFile): Promise<ArrivalState>;
  /** Notes something that is not even fetched. */
  ignore(file: Omit<FetchedFile, 'path'>, reason: string): Promise<void>;
  /** Notes how far the source has been read, and how many mails of nobody were passed over since. */
  mark(mark: string, ignored?: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Looks whether a source has something new. Throws SourceProblem, in words, when it cannot be looked at. */
export type Checker<Kind extends SourceKind> = (
  context: SourceContext,
  source: Source<Kind>,
  reception: Reception,
) => Promise<void>;

/** Settings as they are sent. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** What the server does with a kind of sources. */
export interface KindOfSource<Kind extends SourceKind> {
  /** The settings, checked; null for a place that cannot be looked at. */
  readonly read: (given: GivenSettings) => SourceSettings<Kind> | null;
  readonly check: Checker<Kind>;
}

const TEXT_MAX = 500;

/** A text of settings; '' for anything else. */
export const givenText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, TEXT_MAX) : '';

/** What an installation lets sources do. */
interface SourcesSettings {
  /** The seal that secrets of sources have; each source has one of its own. */
  readonly sealOf: (sourceId: number) => Seal;
  /** The folder whose folders may be sources; empty: none. */
  readonly importFolder: string;
  /** How long a file of a folder must stay the same to count as written to its end, ms; three seconds by default. */
  readonly settledMs?: number;
  /** Whether sources may lie at private addresses. */
  readonly allowsPrivate: boolean;
}

/** What everything works with that brings price lists by itself. */
export interface SourceContext extends Pick<CatalogueContext, 'database' | 'incomingFolder' | 'clock' | 'log'> {
  readonly queue: Pick<ImportQueue, 'plan' | 'submit'>;
  readonly settings: SourcesSettings;
  /** Files that wait for a decision. */
  readonly stagedFiles: KeptFiles;
}

/** What the key of a source's seal is made for. */
export const sealPurpose = (sourceId: number): string => `price list source ${sourceId}`;

/**
 * The seal of a source's secret: AES-256-GCM under a key that HKDF-SHA-256 makes from the secret of the installation, for
 * this source alone.
 */
export const sealsOf =
  (secrets: Secrets) =>
  (sourceId: number): Seal =>
    createSeal(secrets, sealPurpose(sourceId));

/** The password of a source, empty without one. Throws SourceProblem when the installation's secret was changed. */
export function passwordOf({ id, secret }: Pick<Source, 'id' | 'secret'>, sealOf: (id: number) => Seal): string {
  if (secret === null) return '';
  try {
    return sealOf(id).open(secret);
  } catch {
    throw new SourceProblem('Пароль источника не читается: секрет сервера сменился, введите пароль заново');
  }
}
