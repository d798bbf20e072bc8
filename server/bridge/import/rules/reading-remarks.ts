import type { RowReport } from '../../../../contract/bridge.ts';
import type { ReadingRemark, ReadingRemarkCode } from '../../../sheets/read/remark.ts';
import { inCurrency } from './currencies.ts';
import { createRemark } from './report.ts';

const WORDS: Readonly<Record<ReadingRemarkCode, string>> = {
  'damaged-text': 'В тексте повреждённые байты, они показаны знаком \ufffd: проверьте ячейку',
  'encoding-unclear': 'Кодировка текста определена не наверняка: проверьте, верно ли прочитаны названия',
  'quote-left-open': 'Кавычка открыта и не закрыта: строка прочитана отдельно, кавычка осталась в тексте',
  'quotes-take-rows':
    'Ячейка в кавычках занимает несколько строк файла: проверьте, не потеряна ли в ней кавычка',
};

/** What reading says of a place in the file, in words for the person. */
export const remarkOfReading = ({ code, row, column, text }: ReadingRemark): RowReport =>
  createRemark(row, column, code, WORDS[code], text);

/** Says that the heading of the prices names another currency than the form. */
export function headingCurrencyRemark(
  place: number,
  { text, currency }: { readonly text: string; readonly currency: string },
): RowReport {
  const message = `В\u00a0заголовке столбца цены названа валюта: цены прочитаны как цены ${inCurrency(currency)}`;
  return createRemark(place, null, 'currency-in-heading', message, text);
}

/** Says that a sheet says nothing of stock. */
export const noStockRemark = (place: number): RowReport => {
  const message =
    'Столбец остатка не\u00a0указан: остатки останутся прежними, у\u00a0новых позиций остатка не\u00a0будет';
  return createRemark(place, null, 'no-stock-column', message, '');
};

/** Says that nothing stands where the form looks for rows; `others` are the further sheets of the book. */
export function noRowsRemark(startRow: number, title: string, others: readonly string[]): RowReport {
  const where = title === '' ? 'В файле' : `На листе «${title}»`;
  const from = startRow > 1 ? ` начиная со строки ${startRow}` : '';
  const further = others.length > 0 ? `. Другие листы: ${others.join(', ')}` : '';
  const message = `${where}${from} нет данных в указанных столбцах, загружать нечего${further}`;
  return createRemark(0, null, 'no-rows', message, title);
}
