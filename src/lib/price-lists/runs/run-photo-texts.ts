// Texts about the addresses of photos in a price list, on the page of its run.
import type { LinkedPhotos } from '../../../../contract/catalogue/photo-runs.ts';
import { countOf, type Forms, formatNumber } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';

const POSITIONS: Forms = ['позиция', 'позиции', 'позиций'];
const positionsOf = (count: number) => countOf(count, POSITIONS);

export const photosOfRun = typographed({
  heading: 'Фото по ссылкам',
  counts: ({ waiting, done, failed }: Pick<LinkedPhotos, 'waiting' | 'done' | 'failed'>): string =>
    [
      done > 0 && `Фото получили: ${positionsOf(done)}.`,
      waiting > 0 && `Ждут загрузки: ${positionsOf(waiting)}.`,
      failed > 0 && `Не получили: ${positionsOf(failed)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  failures: 'Ссылки, по которым фото не получено',
  columns: { article: 'Артикул', link: 'Ссылка', problem: 'Почему' },
  cut: (shown: number) => `Показаны первые ${formatNumber(shown)}.`,
  notLoaded: 'Сведения о фото по ссылкам не загрузились.',
} as const);
