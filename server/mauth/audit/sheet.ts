import { COMMAND_LINE_ACTOR } from '../../../contract/audit.ts';
import { auditDetails, auditTitle } from '../../../contract/audit-words.ts';
import type { Column } from '../../sheets/columns.ts';
import type { SheetRow } from '../../sheets/xlsx.ts';
import { detailsOf, type ShownRow } from './read.ts';

/** The journal as a table. */
export const COLUMNS: readonly Column[] = [
  { header: 'Когда', width: 20, kind: 'text' },
  { header: 'Событие', width: 36, kind: 'text' },
  { header: 'Раз', width: 8, kind: 'integer' },
  { header: 'Последний раз', width: 20, kind: 'text' },
  { header: 'Кто', width: 30, kind: 'text' },
  { header: 'Кому или что', width: 30, kind: 'text' },
  { header: 'Адрес', width: 18, kind: 'text' },
  { header: 'Подробности', width: 60, kind: 'text' },
  { header: 'Браузер', width: 60, kind: 'text' },
];

/** Makes rows of entries, moments in the time zone of the shop. Every text is inert: none is ever a formula. */
export function rowWriter(timeZone: string): (row: ShownRow) => SheetRow {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const momentOf = (moment: number | null) => (moment === null ? '' : format.format(Number(moment)));
  return ({ at, event, count, last_at, actor, target, client, details, agent }) => [
    momentOf(at),
    auditTitle(event),
    Number(count),
    momentOf(last_at),
    actor === COMMAND_LINE_ACTOR ? 'командная строка' : (actor ?? ''),
    target ?? '',
    client ?? '',
    auditDetails(detailsOf(details)),
    agent ?? '',
  ];
}
