import { countOf, formatNumber, typographed } from '../../../../rules/format/texts.ts';

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;

/** Texts of the check before an upload. */
export const check = typographed({
  checking: 'Проверяем файл',
  checkingHint: 'В каталоге пока ничего не меняется.',
  lead: (fileName: string, rows: number, groups: number) =>
    `${fileName}. Прочитано строк: ${formatNumber(rows)}${groups === 0 ? '' : `, из них заголовков групп: ${formatNumber(groups)}`}. Пока ничего не изменено.`,
  owner: (provider: string, brand: string) => `Поставщик — ${provider}, бренд — ${brand}.`,
  suspicious: 'Похоже, с файлом или настройками что-то не так',
  confirm: 'Мне понятны эти предупреждения, и я всё равно хочу загрузить файл',
  confirmFirst: 'Сначала подтвердите, что предупреждения вам понятны.',
  apply: 'Применить',
  notify: 'Сообщить по окончании',
  notifyHint: 'Когда загрузка закончится, у «Загрузок» в меню появится число.',
  mail: 'Сообщить письмом, когда закончится',
  mailHint: 'На вашу почту придут итоги и ссылка на загрузку.',
  back: 'Назад к настройкам',
  cancel: 'Прервать проверку',
  nothing: 'Загружать нечего: файл ничего не изменит.',
  /** `rule` says what becomes of them, as the form has it. */
  missing: (count: number, rule: string) =>
    `Нет в прайсе, ${rule === 'hide' ? 'поэтому будет убрано из каталога' : 'поэтому останется без остатка'}: ${countOf(count, POSITIONS)}.`,
  useless: 'Применять нечего: ни одна строка не загрузится.',
  uselessHint: (failed: number, skipped: number) =>
    [
      failed > 0 && `С ошибками: ${formatNumber(failed)}.`,
      skipped > 0 && `Пропущено: ${formatNumber(skipped)}.`,
      'Вернитесь к настройкам и проверьте столбцы, строки и правила.',
    ]
      .filter(Boolean)
      .join(' '),
  stale: 'После этой проверки файл или настройки изменились.',
  staleHint: 'Проверьте ещё раз: итоги ниже уже не те.',
  reading: 'Правила этого прайса',
  failed: 'Проверить файл не получилось.',
  again: 'Проверить ещё раз',
  changedMeanwhile: 'Каталог изменился после проверки, и теперь загрузка выглядит подозрительно.',
} as const);
