import { atom } from 'nanostores';
import { extensionOf, type TableExtension } from './file-extension.ts';

/** Pause between the click and the request, ms. */
export const PRICE_LIST_PAUSE = 2_000;

export type PriceListPhase = 'new' | 'processed' | 'complete' | 'error';
export type PriceListFormat = 'xlsx' | 'csv';

/** The download of the price list: the waiting message from the click on, the request a pause later. */
export function createPriceList(
  fetchFile: (format: PriceListFormat) => Promise<Blob>,
  save: (file: Blob, extension: TableExtension) => void,
  wait: (pause: number) => Promise<unknown>,
) {
  const $phase = atom<PriceListPhase>('new');

  async function download(format: PriceListFormat): Promise<void> {
    if ($phase.get() === 'processed') return;
    $phase.set('processed');
    try {
      await wait(PRICE_LIST_PAUSE);
      const file = await fetchFile(format);
      const extension = extensionOf(file);
      if (extension === null || file.size === 0) throw new Error('the answer is no price list');
      save(file, extension);
      $phase.set('complete');
    } catch {
      $phase.set('error');
    }
  }

  return { $phase, download };
}
