import type { TextEncoding, UploadAnswer, UploadProgress } from '../../../contract/bridge.ts';
import { formatBytes } from '../../../rules/format/bytes.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { countOf } from '../format/plural.ts';
import { formatDuration } from '../import-runs/duration.ts';

const ROWS = ['строка', 'строки', 'строк'] as const;

const COUNTS: readonly (readonly [
  Exclude<
    keyof UploadAnswer,
    'message' | 'runId' | 'counts' | 'doubtful' | 'errors' | 'warnings' | 'encoding' | 'sheets'
  >,
  string,
])[] = [
  ['created', 'Добавлено позиций'],
  ['updated', 'Обновлено'],
  ['unchanged', 'Без изменений'],
  ['duplicates', 'Повторов в\u00a0файле'],
  ['skipped', 'Пропущено строк'],
  ['groups', 'Заголовков групп'],
  ['failed', 'Строк с\u00a0ошибками'],
  ['missing', 'Нет в\u00a0прайсе: обнулено'],
];

/** Encodings as the programs call them in which a file is saved. */
const ENCODINGS: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1251': 'Windows-1251',
  ibm866: 'CP866 (DOS)',
  'koi8-r': 'KOI8-R',
};

const HIDDEN = 'Нет в\u00a0прайсе: убрано';

/**
 * What came of an upload, in numbers; the first three always, the rest when there is something to say. `missing` says
 * what became of positions that the list does not name.
 */
export function uploadCounts(answer: UploadAnswer, missing: string): { name: string; count: string }[] {
  const counts = COUNTS.filter(([key], at) => at < 3 || (answer[key] ?? 0) > 0).map(([key, name]) => ({
    name: key === 'missing' && missing === 'hide' ? HIDDEN : name,
    // Repeated rows are told apart.
    count: formatNumber((key === 'unchanged' ? answer.counts?.unchanged : null) ?? answer[key] ?? 0),
  }));
  return answer.encoding
    ? [...counts, { name: 'Кодировка файла', count: ENCODINGS[answer.encoding] }]
    : counts;
}

/** How fast an import goes and how long it will take, as far as that is known. */
function paceOf({ rowsPerSecond, secondsLeft }: UploadProgress): string[] {
  const pace = rowsPerSecond > 0 ? [`${formatNumber(rowsPerSecond)}\u00a0в\u00a0секунду`] : [];
  return secondsLeft ? [...pace, `осталось около ${formatDuration(secondsLeft * 1_000)}`] : pace;
}

/** What an import is doing right now. */
export function progressText(progress: UploadProgress | null): string {
  switch (progress?.phase) {
    case 'receiving':
      return `Получено ${formatBytes(progress.bytes)}`;
    case 'reading':
      if (progress.rows === 0) return 'Открываем файл';
      return [`Прочитано: ${countOf(progress.rows, ROWS)}`, ...paceOf(progress)].join(', ');
    case 'queued':
      return progress.ahead ? `Ждём своей очереди: впереди ${progress.ahead}` : 'Ждём своей очереди';
    case 'committing':
      return `Записываем в\u00a0каталог: ${countOf(progress.rows, ROWS)}`;
    case 'done':
    case 'failed':
      return 'Завершаем';
    default:
      return 'Отправляем файл';
  }
}
