// Texts of a running and of an ended upload of a price list: rows, pace, time left, counts.
import type { TextEncoding, UploadAnswer, UploadProgress } from '../../../../contract/catalogue/runs.ts';
import { countOf, formatBytes, formatNumber, NBSP } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';

const ROWS = ['строка', 'строки', 'строк'] as const;

const COUNTS = typographed([
  ['created', 'Добавлено позиций'],
  ['updated', 'Обновлено'],
  ['unchanged', 'Без изменений'],
  ['duplicates', 'Повторов в файле'],
  ['skipped', 'Пропущено строк'],
  ['groups', 'Заголовков групп'],
  ['totals', 'Строк с итогами'],
  ['failed', 'Строк с ошибками'],
  ['missing', 'Нет в прайсе: обнулено'],
] as const);

/** Encodings as the programs call them in which a file is saved. */
const ENCODINGS: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1251': 'Windows-1251',
  ibm866: 'CP866 (DOS)',
  'koi8-r': 'KOI8-R',
};

const HIDDEN = typographed('Нет в прайсе: убрано');

/** The first three counts always, others above zero; `missing`: what became of unnamed positions. */
export function uploadCounts(answer: UploadAnswer, missing: string): { name: string; count: string }[] {
  const counts = COUNTS.filter(([key], at) => at < 3 || (answer[key] ?? 0) > 0).map(([key, name]) => ({
    name: key === 'missing' && missing === 'hide' ? HIDDEN : name,
    // Repeated rows are counted separately.
    count: formatNumber((key === 'unchanged' ? answer.counts?.unchanged : null) ?? answer[key] ?? 0),
  }));
  return answer.encoding ? [...counts, { name: 'Кодировка файла', count: ENCODINGS[answer.encoding] }] : counts;
}

/** How fast an import goes and how long it will take, as far as that is known. */
function paceOf({ rowsPerSecond, secondsLeft }: UploadProgress): string[] {
  const pace = rowsPerSecond > 0 ? [typographed(`${formatNumber(rowsPerSecond)} в секунду`)] : [];
  return secondsLeft ? [...pace, `осталось около ${formatDuration(secondsLeft * 1_000)}`] : pace;
}

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
      return typographed(`Записываем в каталог: ${countOf(progress.rows, ROWS)}`);
    case 'done':
    case 'failed':
      return 'Завершаем';
    default:
      return 'Отправляем файл';
  }
}

/** A length of time for a person, as long as a run may take: `1,8 с`, `42 с`, `3 мин 5 с`, `2 ч 10 мин`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000;
  if (seconds < 1) return typographed('меньше секунды');
  if (seconds < 10) return `${formatNumber(seconds.toFixed(1))}${NBSP}с`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}${NBSP}с`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return joined(minutes, 'мин', whole % 60, 'с');
  return joined(Math.floor(minutes / 60), 'ч', minutes % 60, 'мин');
}

const joined = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large}${NBSP}${unit}` : `${large}${NBSP}${unit} ${small}${NBSP}${smallUnit}`;
