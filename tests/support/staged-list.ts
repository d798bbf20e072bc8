import { openStagedLists } from '../../server/price-lists/guess/staged-lists.ts';
import { EVENING } from './moment.ts';

/** The staged file of a price list, beside it. */
export const stagedList = (file: string, signal?: AbortSignal): Promise<string> =>
  openStagedLists(`${file}-staged`, () => EVENING).of(file, signal);
