// Script of the public page where a visitor downloads the price list of the whole catalogue.
import { formatDay } from '../../../rules/format/texts.ts';
import { saveFile } from '../platform/copy-and-save.ts';
import { openBridge } from '../platform/http-client.ts';
import { now } from '../platform/now.ts';
import { site } from '../platform/site.ts';
import { createPriceList, type PriceListFormat, priceList } from './price-list-download.ts';

const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));

const save = (file: Blob, extension: string) =>
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
