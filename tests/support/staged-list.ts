import { join } from 'node:path';
import { openStagedLists } from '../../server/price-lists/guess/staged-lists.ts';
import { EVENING } from './moment.ts';
import { workFolder } from './workbooks-read.ts';

/** The staged file of a price list, in a folder of the test. */
export const stagedList = async (file: string, signal?: AbortSignal): Promise<string> =>
  openStagedLists(join(await workFolder(), 'staged'), () => EVENING).of(file, signal);
