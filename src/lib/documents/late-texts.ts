// Texts of the page «Кто задерживает» and of the bin.
import type { LatePerson, LateReminded, NotReminded } from '../../../contract/documents/lists.ts';
import { DOCUMENT_BIN_DAYS } from '../../../contract/limits.ts';
import { countOf, dottedDay, plural } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { mailTroubles, namesUpTo, personName } from './document-texts.ts';
import { dayText } from './list-texts.ts';

const DOCUMENTS = ['документ', 'документа', 'документов'] as const;
/** After «по». */
const BY_DOCUMENTS = ['документу', 'документам', 'документам'] as const;

export const lateTexts = typographed({
  lead: 'Сотрудники, решения которых ждут документы. Считаются документы, которые вы видите.',
  loading: 'Загружаем список…',
  failed: 'Не удалось загрузить список.',
  more: 'Показать ещё',
  moreFailed: 'Не удалось загрузить ещё.',
  list: 'Кто задерживает',
  empty: 'Документов, которые ждут чьего-либо решения, нет.',
  totals: ({ people, documents, overdue }: Readonly<Record<'people' | 'documents' | 'overdue', number>>) => {
    const late = overdue === 0 ? 'просроченных нет' : `просрочено: ${overdue}`;
    return `${countOf(documents, DOCUMENTS)} у ${people} ${plural(people, ['сотрудника', 'сотрудников', 'сотрудников'])}, ${late}`;
  },
  accountsUnknown: 'Сейчас не удалось узнать, чьи учётные записи отключены.',
  waiting: (count: number) => countOf(count, DOCUMENTS),
  since: (iso: string) => `ждут с ${dayText(iso)}`,
  overdue: (count: number) => `просрочено: ${count}`,
  absence: ({ until, acting }: NonNullable<LatePerson['absence']>) =>
    `отсутствует до ${dottedDay(until)}, заместитель: ${personName(acting)}`,
  withoutRight: (count: number) => `Роль не разрешает решение: ${countOf(count, DOCUMENTS)}`,
  uncovered: (count: number) =>
    `Заместитель не может решить по ${countOf(count, BY_DOCUMENTS)}: ждём самого сотрудника`,
  blocked: (count: number) => `Никто не может решить по ${countOf(count, BY_DOCUMENTS)}:`,
  blockedMore: (count: number) => `и ещё ${count}`,
  document: (num: number, title: string) => `№ ${num} «${title}»`,
  remind: 'Напомнить',
  remindOf: (name: string) => `Напомнить: ${name}`,
  remindAll: 'Напомнить всем',
  remindAllQuestion: 'Напомнить всем?',
  remindAllDetails:
    'Напомним о ваших документах и о тех, которые вам разрешено редактировать: о каждом документе отдельно, не чаще раза в час.',
  remindFailed: 'Напоминания не отправлены.',
} as const);

const WHY: Readonly<Record<NotReminded, string>> = {
  'mails off': 'письма о документах отключены',
  disabled: 'учётная запись отключена',
  'no right': 'роль не разрешает решение',
  self: 'себе не напоминаем',
};

/** Names that a line of an outcome shows. */
const NAMES_SHOWN = 5;
const shown = (names: readonly string[]) => namesUpTo(names, NAMES_SHOWN);

/** What came of a reminder, as the server answered: who is written to, and who is not and why. */
export const remindedLines = (answer: LateReminded): string[] => linesOf(answer).map((line) => typographed(line));

function linesOf({ documents, people, skipped, recent, denied, more, mailTrouble }: LateReminded): string[] {
  const groups = Map.groupBy(skipped, ({ why }) => why);
  return [
    ...(mailTrouble ? [mailTroubles[mailTrouble]] : []),
    people.length === 0
      ? 'Напоминаний не отправляем.'
      : `Напоминаем о ${documents} ${plural(documents, ['документе', 'документах', 'документах'])}: ${shown(people.map(personName))}.`,
    ...[...groups].map(([why, listed]) => `Без письма (${WHY[why]}): ${shown(listed.map(personName))}.`),
    ...(recent === 0 ? [] : [`Уже напоминали меньше часа назад: ${countOf(recent, DOCUMENTS)}.`]),
    ...(denied === 0
      ? []
      : [`Напоминать могут автор и те, кому разрешено редактировать: пропущено ${countOf(denied, DOCUMENTS)}.`]),
    ...(more ? ['Это не все документы: об остальных можно напомнить ещё одним нажатием.'] : []),
  ];
}

export const binTexts = typographed({
  lead: `Удалённые документы хранятся здесь ${DOCUMENT_BIN_DAYS} дней. Документы с решениями сюда не попадают: их аннулируют.`,
  list: 'Документы в корзине',
  loading: 'Загружаем корзину…',
  failed: 'Не удалось загрузить корзину.',
  empty: 'Корзина пуста.',
  binned: (who: string, iso: string) => `удалено: ${who}, ${dayText(iso)}`,
  goes: (iso: string) => `можно вернуть до ${dayText(iso)}`,
  restore: 'Вернуть',
  restoreOf: (title: string) => `Вернуть: ${title}`,
  toList: 'К списку документов',
} as const);
