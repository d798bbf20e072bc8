import { formatDay } from '../../../rules/format/day.ts';
import { now } from '../browser/now.ts';
import { saveFile } from '../browser/save-file.ts';
import { fetchPriceList } from '../catalogue/search-calls.ts';
import { site } from '../site/site.ts';
import { createPriceList, type PriceListFormat } from './download-store.ts';
import { priceList } from './download-texts.ts';
import type { TableExtension } from './file-extension.ts';

const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));

const save = (file: Blob, extension: TableExtension) =>
  saveFile(file, priceList.fileName(formatDay(now(), site.timeZone), extension));

/**
 * Brings the page of the price list to life: every link with `data-format` downloads by the states of the store,
 * and the part with `data-phase` of the present state is shown. Without script the links are plain downloads.
 */
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
    for (const part of root.querySelectorAll<HTMLElement>('[data-phase]'))
      part.hidden = part.dataset.phase !== phase;
    // What held the focus is hidden now: keep the keyboard on what took its place.
    if (hadFocus)
      root.querySelector<HTMLElement>(`[data-phase="${phase}"] :is(button, a, [tabindex])`)?.focus();
  });
}
