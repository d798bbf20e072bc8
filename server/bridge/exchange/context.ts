import type { BridgeContext } from '../context.ts';
import type { ImportDesk } from '../import/run/desk.ts';
import type { ExchangeSettings } from './settings.ts';

/** Told how far an import is. */
export type OnProgress = Parameters<ImportDesk['submit']>[1];

/** What the exchange with accounting programs works with. */
export interface ExchangeContext
  extends Pick<BridgeContext, 'database' | 'incomingFolder' | 'clock' | 'log'> {
  readonly desk: Pick<ImportDesk, 'submit'>;
  readonly settings: ExchangeSettings;
}
