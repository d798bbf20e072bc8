// Texts of the route of signatures: its steps, what is wrong with it, and who signs only once.
import type * as documents from '../../../contract/documents/documents.ts';
import type { StepMode } from '../../../contract/documents/words.ts';
import { countOf, formatDay } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { site } from '../platform/site.ts';

const DAYS = ['день', 'дня', 'дней'] as const;
/** Names that a step of many people shows. */
const STEP_NAMES_SHOWN = 5;
const MORE = ['человек', 'человека', 'человек'] as const;

export const routeTexts = typographed({
  heading: 'Кто согласует',
  fixed: 'Шаги задаёт маршрут документа.',
  open: 'Шаги предлагает маршрут. Если указать своих подписантов, согласуют только они.',
  step: (number: number, title: string) => (title === '' ? `Шаг ${number}` : `Шаг ${number}. ${title}`),
  mode: (mode: StepMode, people: number) =>
    people === 1 ? '' : mode === 'any' ? 'достаточно одного' : 'подписывают все',
  days: (days: number | null) => (days === null ? '' : days === 0 ? 'в тот же день' : `срок ${countOf(days, DAYS)}`),
  due: (iso: string) => `до ${formatDay(new Date(iso), site.timeZone)}`,
  overdue: 'просрочено',
  names: (names: readonly string[]) =>
    names.length <= STEP_NAMES_SHOWN + 1
      ? names.join(', ')
      : `${names.slice(0, STEP_NAMES_SHOWN).join(', ')} и ещё ${countOf(names.length - STEP_NAMES_SHOWN, MORE)}`,
  states: {
    ...{ done: 'пройден', current: 'сейчас', waiting: 'позже' },
    ...{ declined: 'отклонён', spared: 'не понадобился' },
  } satisfies Record<documents.StepState, string>,
  notNeeded: 'не понадобилось',
  dismissed: (names: readonly string[]) =>
    `Не может подписать — учётная запись отключена или роль не даёт права: ${names.join(', ')}. Выберите замену на это место: остальных задаёт маршрут.`,
  counterparty: 'Контрагент',
  counterpartyHint: 'Встанет на место {{контрагент}}. Номер, дата и автор подставятся сами.',
  /** Why the steps allow no document at present. */
  problem: ({
    error,
    step,
    role,
    name,
    why,
  }: Pick<documents.RouteProblem, 'step' | 'role' | 'name' | 'why'> & { error: string }) => {
    const place = step === 0 ? 'Ознакомление' : `Шаг ${step} маршрута`;
    if (error === 'nobody may decide with the role') {
      if (why === 'no holders') return `${place}: роль «${role}» никто не занимает.`;
      if (why === 'disabled') return `${place}: все сотрудники с ролью «${role}» отключены.`;
      return `${place}: роли «${role}» это решение не разрешено.`;
    }
    if (error === 'person may not decide')
      return why === 'disabled'
        ? `${place}: учётная запись отключена, ${name}.`
        : `${place}: роль сотрудника не разрешает это решение, ${name}.`;
    if (error === 'too many people in the steps') return 'В шагах маршрута слишком много людей.';
    return `${place}: никого не осталось.`;
  },
  /** A step of the template that loses people who sign in another one. */
  repeat: ({ step, title, keptIn, keptTitle, names, count, isDropped }: documents.RouteRepeat): string => {
    const place = (number: number, called: string) => (called === '' ? `шаге ${number}` : `шаге ${number} «${called}»`);
    const more = count > names.length ? ` и ещё ${countOf(count - names.length, MORE)}` : '';
    const rest = isDropped
      ? `На ${place(step, title)} больше никого нет: в документе этого шага не будет.`
      : `На ${place(step, title)} решат остальные.`;
    return `${names.join(', ')}${more}: подпись ставят один раз, на ${place(keptIn, keptTitle)}. ${rest}`;
  },
  askAdmin:
    'Пока маршрут не исправят, документ отправить нельзя: сообщите администратору. Когда исправят, обновите страницу: набранное сохранится.',
  nameSigners: 'Укажите подписантов сами: тогда документ можно отправить.',
  failed: 'Не удалось загрузить маршрут документа.',
  sample: 'Создать по образцу',
} as const);
