// Script and texts of the public page where a visitor downloads the price list of the whole catalogue.
import { atom } from 'nanostores';
import { formatDay } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { saveFile } from '../platform/copy-and-save.ts';
import { openBridge } from '../platform/http-client.ts';
import { now } from '../platform/now.ts';
import { site } from '../platform/site.ts';
import { extensionOf, type TableExtension } from '../platform/table-extension.ts';

const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));

const save = (file: Blob, extension: TableExtension) =>
  saveFile(file, priceList.fileName(formatDay(now(), site.timeZone), extension));

/** Links with `data-format` download, and the part of the present `data-phase` is shown; without script plain links. */
export function startPriceListPage(root: HTMLElement): void {
  const { $phase, download } = createPriceList(fetchPriceList, save, pause);
  let format: PriceListFormat = 'xlsx';

  for (const starter of root.querySelectorAll<HTMLElement>('[data-format]')) {
    starter.addEventListener('click', (event) => {
      event.preventDefault();
      format = starter.dataset.format === 'csv' ? 'csv' : 'xlsx';
      void download(format);
    });
  }
  for (const again of root.querySelectorAll<HTMLElement>('[data-again]')) {
    again.addEventListener('click', () => void download(format));
  }
  $phase.listen((phase) => {
    const hadFocus = root.contains(document.activeElement);
    for (const part of root.querySelectorAll<HTMLElement>('[data-phase]')) part.hidden = part.dataset.phase !== phase;
    // The focused element is hidden now: focus its replacement.
    if (hadFocus) root.querySelector<HTMLElement>(`[data-phase="${phase}"] :is(button, a, [tabindex])`)?.focus();
  });
}

/** The whole price list; building a large one may take a while, so nothing times it out. Throws what ky throws. */
function fetchPriceList(format: PriceListFormat): Promise<Blob> {
  const searchParams = format === 'csv' ? { format } : {};
  return openBridge.get('file/download', { searchParams, timeout: false }).blob();
}

/** Pause between the click and the request, ms. */
const PRICE_LIST_PAUSE = 2_000;

type PriceListPhase = 'new' | 'processed' | 'complete' | 'error';
type PriceListFormat = 'xlsx' | 'csv';

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
