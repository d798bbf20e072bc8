import { countOf, formatNumber } from '../../../../rules/format/numbers.ts';

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;

/** Texts of the check before an upload. */
export const check = {
  checking: 'Проверяем файл',
  checkingHint: 'В\u00a0каталоге пока ничего не\u00a0меняется.',
  lead: (fileName: string, rows: number, groups: number) =>
    `${fileName}. Прочитано строк: ${formatNumber(rows)}${groups === 0 ? '' : `, из\u00a0них заголовков групп: ${formatNumber(groups)}`}. Пока ничего не\u00a0изменено.`,
  owner: (provider: string, brand: string) => `Поставщик\u00a0— ${provider}, бренд\u00a0— ${brand}.`,
  suspicious: 'Похоже, с\u00a0файлом или настройками что-то не\u00a0так',
  confirm: 'Мне понятны эти предупреждения, и\u00a0я\u00a0всё равно хочу загрузить файл',
  confirmFirst: 'Сначала подтвердите, что предупреждения вам понятны.',
  apply: 'Применить',
  notify: 'Сообщить по\u00a0окончании',
  notifyHint: 'Когда загрузка закончится, у\u00a0«Загрузок» в\u00a0меню появится число.',
  mail: 'Сообщить письмом, когда закончится',
  mailHint: 'На\u00a0вашу почту придут итоги и\u00a0ссылка на\u00a0загрузку.',
  back: 'Назад к\u00a0настройкам',
  cancel: 'Прервать проверку',
  nothing: 'Загружать нечего: файл ничего не\u00a0изменит.',
  /** `rule` says what becomes of them, as the form has it. */
  missing: (count: number, rule: string) =>
    `Нет в\u00a0прайсе, ${rule === 'hide' ? 'поэтому будет убрано из\u00a0каталога' : 'поэтому останется без остатка'}: ${countOf(count, POSITIONS)}.`,
  useless: 'Применять нечего: ни\u00a0одна строка не\u00a0загрузится.',
  uselessHint: (failed: number, skipped: number) =>
    [
      failed > 0 && `С\u00a0ошибками: ${formatNumber(failed)}.`,
      skipped > 0 && `Пропущено: ${formatNumber(skipped)}.`,
      'Вернитесь к\u00a0настройкам и\u00a0проверьте столбцы, строки и\u00a0правила.',
    ]
      .filter(Boolean)
      .join(' '),
  stale: 'После этой проверки файл или настройки изменились.',
  staleHint: 'Проверьте ещё раз: итоги ниже уже не\u00a0те.',
  reading: 'Правила этого прайса',
  failed: 'Проверить файл не\u00a0получилось.',
  again: 'Проверить ещё раз',
  changedMeanwhile: 'Каталог изменился после проверки, и\u00a0теперь загрузка выглядит подозрительно.',
} as const;
