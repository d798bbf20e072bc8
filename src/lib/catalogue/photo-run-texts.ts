// Texts for administrators who give many positions their photos at once.
import type { PhotoFile, PhotoPart, PhotoRun } from '../../../contract/catalogue/photo-runs.ts';
import type { PhotoOutcome, PhotoReason, PhotoRunState } from '../../../contract/catalogue/photo-words.ts';
import type { PhotoRunError } from '../../../contract/errors.ts';
import * as limits from '../../../contract/limits.ts';
import { countOf, type Forms, formatBytes, formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';

const FILES: Forms = ['файл', 'файла', 'файлов'];
const POSITIONS: Forms = ['позиция', 'позиции', 'позиций'];
const OF_POSITIONS: Forms = ['позиции', 'позициям', 'позициям'];
const positionsOf = (count: number) => countOf(count, POSITIONS);

const partOf = ({ article, maker, positions }: PhotoPart) =>
  `${[article, maker].filter(Boolean).join(', ')} — ${positionsOf(positions)}`;

const REASONS: Readonly<Record<PhotoReason, string>> = {
  'no article': 'Такого артикула в каталоге нет.',
  'other words': 'Артикул есть, но в имени файла есть и другое',
  'unclear number': 'Неясно, номер ли снимка в конце имени. Напишите его после «_» или в скобках',
  broken: 'Файл повреждён.',
  empty: 'Файл пустой.',
  'empty archive': 'Архив пустой.',
  'nested archive': 'Архив внутри архива не открываем. Распакуйте его и отправьте отдельно.',
  'other archive': 'Такой архив не открываем: нужен .zip.',
  'hidden path': 'Путь в архиве ведёт за его пределы.',
  'no picture': 'Это не фото: нужен JPEG, PNG, WebP, AVIF, GIF, TIFF или HEIC.',
  'too large': `Файл больше ${formatBytes(limits.IMAGE_FILE_MAX)}.`,
  'too many pixels': 'В снимке слишком много точек.',
};

const reasonOf = (reason: PhotoReason, words: string): string =>
  words === '' ? REASONS[reason] : `${REASONS[reason]}: «${words}».`;

export const photoRuns = typographed({
  lead: 'Назовите файлы по артикулам: «740.1003010-20.jpg», «КАМАЗ 740.1003010-20_2.png». Знаки, которых в именах файлов не бывает, замените любыми другими: «W 914-2.jpg» — это W 914/2.',
  field: 'Фото товаров',
  hint: `Много файлов сразу или архив .zip: JPEG, PNG, WebP, AVIF, GIF, TIFF, HEIC. До ${formatBytes(limits.IMAGE_FILE_MAX)} на фото, до ${formatNumber(limits.PHOTOS_OF_RUN)} фото за раз.`,
  prompt: 'Выберите фото или архив либо перетащите их сюда',
  folder: 'Выбрать папку',
  sending: (sent: number, total: number) => `Отправляем: ${formatNumber(sent)} из ${countOf(total, FILES)}…`,
  reading: (read: number, files: number) => `Разбираем: ${formatNumber(read)} из ${countOf(files, FILES)}…`,
  failed: 'Не получилось.',
  figures: 'Итоги',
  outcomes: {
    matched: 'подошли',
    spare: 'лишние',
    ambiguous: 'неоднозначные',
    unknown: 'не найдены',
    refused: 'не приняты',
  } satisfies Readonly<Record<PhotoOutcome, string>>,
  outcome: 'Что показать',
  anyOutcome: 'все файлы',
  checked: ({ positions, replaced }: Pick<PhotoRun, 'positions' | 'replaced'>) =>
    positions === 0
      ? 'Проверка: ни один файл не подошёл, в каталоге ничего не изменилось.'
      : `Проверка: фото подойдут ${countOf(positions, OF_POSITIONS)}. Ещё без фото: ${formatNumber(positions - replaced)}, уже с другим фото: ${formatNumber(replaced)}. В каталоге пока ничего не изменилось.`,
  choice: 'Кому дать фото',
  fill: ({ positions }: Pick<PhotoRun, 'positions'>) =>
    positions === 0
      ? 'Только позициям без фото: таких нет'
      : `Только позициям без фото: ${positionsOf(positions)}, прежние фото останутся`,
  replace: ({ positions, replaced }: Pick<PhotoRun, 'positions' | 'replaced'>) =>
    `Всем: ${positionsOf(positions)}, из них с заменой прежнего фото: ${formatNumber(replaced)}`,
  apply: 'Применить',
  applied: ({ positions, replaced }: Pick<PhotoRun, 'positions' | 'replaced'>) =>
    `Фото получили: ${positionsOf(positions)}. Раньше были без фото: ${formatNumber(positions - replaced)}, прежнее фото заменено: ${formatNumber(replaced)}.`,
  undo: 'Отменить',
  undoOf: (id: number) => `Отменить запуск № ${id}`,
  undoQuestion: 'Вернуть прежние фото?',
  undoDetails: 'Позиции, у которых фото с тех пор сменили, останутся как есть.',
  undone: ({ restored, kept }: Pick<PhotoRun, 'restored' | 'kept'>) =>
    `Прежнее фото вернулось: ${positionsOf(restored)}.${kept === 0 ? '' : ` Фото сменили после этого, и оно осталось: ${positionsOf(kept)}.`}`,
  interrupted: 'Сервер остановился, не разобрав всех файлов. Отправьте их ещё раз: в каталоге ничего не изменилось.',
  expired: 'С проверки прошло больше суток. Отправьте файлы ещё раз: в каталоге ничего не изменилось.',
  table: 'Файлы',
  columns: { picture: 'Фото', file: 'Файл', result: 'Что с ним', parts: 'Деталь' },
  none: 'Таких файлов нет.',
  more: 'Показать ещё',
  result: ({ outcome, reason, words }: Pick<PhotoFile, 'outcome' | 'reason' | 'words'>): string => {
    if (reason !== null) return reasonOf(reason, words);
    if (outcome === 'spare') return 'У детали уже есть фото с меньшим номером.';
    return outcome === 'ambiguous' ? 'Подходит нескольким деталям. Добавьте в имя производителя.' : 'Подошло.';
  },
  part: partOf,
  runs: 'Последние запуски',
  noRuns: 'Запусков пока не было.',
  runsFailed: 'Список запусков не загрузился.',
  open: (id: number) => `№ ${id}`,
  states: {
    reading: 'разбирается',
    interrupted: 'прерван',
    tried: 'проверен',
    expired: 'устарел',
    applied: 'применён',
    undone: 'отменён',
  } satisfies Readonly<Record<PhotoRunState, string>>,
  runText: ({ files, positions, replaced, state }: Pick<PhotoRun, 'files' | 'positions' | 'replaced' | 'state'>) => {
    const isDone = state === 'applied' || state === 'undone';
    const replacing = isDone ? 'прежнее фото заменено' : 'уже с фото';
    const former = replaced === 0 ? '' : `, ${replacing}: ${formatNumber(replaced)}`;
    const got = `${isDone ? 'фото получили' : 'получат фото'}: ${positionsOf(positions)}${former}`;
    return `всего ${countOf(files, FILES)}, ${state === 'undone' ? `${got}; возвращено как было` : got}`;
  },
  who: (who: string) => who || 'администратор',
} as const);

export const photoRunErrors = typographed<ErrorTexts<PhotoRunError>>({
  'archive is broken': 'Архив повреждён и не открывается.',
  'archive is too large': `Архив слишком велик: можно до ${formatBytes(limits.PHOTOS_REQUEST_MAX)}, распакованный — до ${formatBytes(limits.PHOTOS_UNPACKED_MAX)}.`,
  'photo run already applied': 'Эти фото уже применены.',
  'photo run already undone': 'Эти фото уже отменены.',
  'photo run expired': 'С проверки прошло больше суток. Отправьте файлы ещё раз.',
  'photo run interrupted': 'Сервер остановился, не разобрав всех файлов. Отправьте их ещё раз.',
  'photo run is being read': 'Файлы ещё разбираются. Подождите немного.',
  'photo run is not applied': 'Эти фото ещё не применены.',
  'photo run not found': 'Этот запуск уже удалён.',
  'photos changed meanwhile':
    'Пока вы смотрели, фото в каталоге изменились. Числа уже новые: проверьте их и примените ещё раз.',
  'photos not sent': 'Среди выбранного нет файлов с фото.',
  'too many photos': `Слишком много файлов: можно до ${formatNumber(limits.PHOTOS_OF_RUN)} за раз.`,
});
