import type { JobConnection } from '../../../database/types.ts';
import type { ImportSettings } from '../settings.ts';
import { WAITING, WaitingRows } from '../store/waiting-rows.ts';
import { ArticleSample } from './article-sample.ts';
import type { ApplyContext } from './context.ts';
import { Headings } from './headings.ts';
import { UnclearRows } from './unclear-rows.ts';

/** What differs from run to run. */
export interface RunParts
  extends Pick<ApplyContext, 'ledger' | 'settings' | 'tally' | 'today' | 'liveDay' | 'brandTitle'> {
  readonly runId: number;
  /** Where rows wait for the end of the file. */
  readonly waitingIn: JobConnection;
}

/** The context of a run of which no row has been applied yet. */
export function newContext({ runId, waitingIn, ...parts }: RunParts): ApplyContext {
  const layoutOf = (settings: ImportSettings) => ({
    settings,
    headings: new Headings(new WaitingRows(waitingIn, runId, WAITING.headings), settings),
    unclear: new UnclearRows(new WaitingRows(waitingIn, runId, WAITING.digits), settings),
  });
  const context: ApplyContext = {
    ...parts,
    ...layoutOf(parts.settings),
    waiting: new WaitingRows(waitingIn, runId, WAITING.makers),
    unapplied: new Set(),
    mentioned: new Set(),
    articles: new ArticleSample(),
    seen: { revived: false },
    onSheet: (mapping) => ({ ...context, ...layoutOf({ ...parts.settings, ...mapping }) }),
  };
  return context;
}
