import type { Seal } from '../../../secrets/rotating.ts';
import type { BridgeContext } from '../../context.ts';
import type { ImportDesk } from '../run/desk.ts';
import type { KeptFiles } from '../run/kept-files.ts';

/** What an installation lets sources do. */
export interface ArrivalSettings {
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
export interface ArrivalContext extends Pick<BridgeContext, 'database' | 'incomingFolder' | 'clock' | 'log'> {
  readonly desk: Pick<ImportDesk, 'plan' | 'submit'>;
  readonly settings: ArrivalSettings;
  /** Files that wait for a decision. */
  readonly held: KeptFiles;
}
