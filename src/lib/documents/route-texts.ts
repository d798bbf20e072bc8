import type { StepState } from '../../../contract/documents/documents.ts';
import type { TemplateForForm } from '../../../contract/documents/templates.ts';
import type { StepMode } from '../../../contract/documents/words.ts';
import { countOf, formatDay, typographed } from '../../../rules/format/texts.ts';
import { site } from '../platform/site.ts';

const DAYS = ['день', 'дня', 'дней'] as const;
/** Names that a step of many people shows. */
const NAMES_SHOWN = 5;
const MORE = ['человек', 'человека', 'человек'] as const;

/** Texts about the steps of a document, in the form and on its page. */
export const routeTexts = typographed({
  heading: 'Кого спросят',
  fixed: 'Шаги задаёт шаблон документа.',
  open: 'Шаги предлагает шаблон. Если указать своих подписантов, спросят только их.',
  step: (number: number, title: string) => (title === '' ? `Шаг ${number}` : `Шаг ${number}. ${title}`),
  mode: (mode: StepMode, people: number) =>
    people === 1 ? '' : mode === 'any' ? 'достаточно одного' : 'подписывают все',
  days: (days: number | null) => (days === null ? '' : days === 0 ? 'в тот же день' : `срок ${countOf(days, DAYS)}`),
  due: (iso: string) => `до ${formatDay(new Date(iso), site.timeZone)}`,
  overdue: 'просрочено',
  names: (names: readonly string[]) =>
    names.length <= NAMES_SHOWN + 1
      ? names.join(', ')
      : `${names.slice(0, NAMES_SHOWN).join(', ')} и ещё ${countOf(names.length - NAMES_SHOWN, MORE)}`,
  states: {
    done: 'пройден',
    current: 'сейчас',
    waiting: 'позже',
    declined: 'отклонён',
  } satisfies Record<StepState, string>,
  notNeeded: 'не понадобилось',
  dismissed: (names: readonly string[]) =>
    `Учётная запись отключена: ${names.join(', ')}. Уберите и выберите другого на это место: остальных задаёт шаблон.`,
  counterparty: 'Контрагент',
  counterpartyHint: 'Встанет на место {{контрагент}}. Номер, дата и автор подставятся сами.',
  /** Why no document can be made by the steps as things stand. */
  problem: ({ error, step, role, name }: NonNullable<TemplateForForm['problem']>) => {
    const place = step === 0 ? 'Ознакомление' : `Шаг ${step} маршрута`;
    if (error === 'nobody may decide with the role')
      return `${place}: роль «${role}» никто не занимает или ей это не разрешено.`;
    if (error === 'person may not decide') return `${place}: ${name} больше не может принимать это решение.`;
    return `${place}: никого не осталось.`;
  },
  askAdmin: 'Пока маршрут не исправят, документ записать нельзя: сообщите администратору.',
  failed: 'Не удалось загрузить шаблон документа.',
  sample: 'Создать по образцу',
} as const);
