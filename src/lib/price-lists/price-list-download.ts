// The download of the price list of the whole catalogue by a visitor, and the texts of its public page.
import { atom } from 'nanostores';
import { typographed } from '../../../rules/format/typography.ts';
import { extensionOf, type TableExtension } from '../platform/table-extension.ts';

/** Pause between the click and the request, ms. */
const PRICE_LIST_PAUSE = 2_000;

type PriceListPhase = 'new' | 'processed' | 'complete' | 'error';
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

export const priceList = typographed({
  heading: 'Скачать прайс',
  lead: 'Весь каталог одним файлом: артикулы, цены и остатки на сегодня.',
  excel: 'Скачать прайс в формате Excel',
  csv: 'Скачать в CSV',
  processed: 'Формирование прайса, пожалуйста подождите',
  complete: 'Скачивание прайса завершено.',
  again: 'Скачать ещё раз?',
  error: 'Что-то пошло не так,',
  retry: 'попробуем ещё?',
  direct: 'Если скачивание не начинается,',
  directLink: 'откройте файл по прямой ссылке',
  fileName: (day: string, extension: string) => `Прайс от ${day}.${extension}`,
} as const);
