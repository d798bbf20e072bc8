import type { Editor } from '../../../contract/answers.ts';
import type { TemplateError } from '../../../contract/errors.ts';
import { MARKDOWN_MAX, ROUTE_DAYS_MAX, ROUTE_STEPS_MAX, TITLE_MAX } from '../../../contract/limits.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { countOf } from '../../../rules/format/numbers.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import type { Failure } from '../platform/http-client.ts';
import { site } from '../platform/site.ts';
import { routeTexts } from './route-texts.ts';

const STEPS = ['шаг', 'шага', 'шагов'] as const;

const moment = (iso: string) => formatMoment(new Date(iso), site.timeZone);

/** Texts of the screen of templates. */
export const templates = {
  lead: 'Маршрут задаёт, кто и\u00a0в\u00a0каком порядке подписывает документы типа, и\u00a0с\u00a0чего начинается новый документ. Документы, которые уже в\u00a0пути, идут по\u00a0своей версии.',
  directing: 'Направление',
  task: 'Тип документа',
  choose: 'Выберите направление и\u00a0тип документа.',
  notChosen: 'не\u00a0выбрано',
  known: 'Настроенные маршруты',
  none: 'Пока нет ни\u00a0одного: подписантов каждый раз называет автор.',
  loading: 'Загружаем маршруты…',
  failed: 'Не\u00a0удалось загрузить.',
  row: (steps: number, at: string, by: Editor | null) =>
    [steps === 0 ? 'без шагов' : countOf(steps, STEPS), moment(at), by && (by.name || by.email)]
      .filter(Boolean)
      .join(', '),
  title: 'Название документа',
  titleHint: 'Например: Договор №\u00a0{{номер}} с\u00a0{{контрагент}}. Пусто\u00a0— называет автор.',
  text: 'Текст документа',
  textHint: 'Подставятся {{номер}}, {{дата}}, {{автор}} и\u00a0{{контрагент}}.',
  steps: 'Шаги согласования',
  noSteps: 'Шагов нет: подписантов называет автор документа.',
  addStep: 'Добавить шаг',
  tooManySteps: `Больше ${ROUTE_STEPS_MAX}\u00a0шагов не\u00a0бывает.`,
  stepTitle: 'Название шага',
  who: 'Кто подписывает',
  whoEmpty: 'Пока никого: выберите человека или роль.',
  find: 'Добавить человека или роль',
  findHint: 'имя, почта или роль',
  found: 'Люди и\u00a0роли',
  role: 'роль',
  remove: (name: string) => `Убрать: ${name}`,
  modes: { all: 'Подписывают все', any: 'Достаточно одного' },
  mode: 'Сколько подписей нужно',
  days: 'Срок, дней',
  daysHint: 'Календарных дней после дня, когда дошла очередь. Пусто\u00a0— без срока.',
  next: 'Кто решит, если срок прошёл',
  nextEmpty: 'Никто: автор и\u00a0автор маршрута получат письмо.',
  nextDays: 'Через сколько дней просрочки',
  up: (step: string) => `Выше: ${step}`,
  down: (step: string) => `Ниже: ${step}`,
  removeStep: (step: string) => `Удалить: ${step}`,
  moved: (number: number, count: number) => `Шаг теперь ${number}-й из\u00a0${count}.`,
  recipients: 'Кто знакомится после согласования',
  recipientsEmpty: 'Никто не\u00a0назван: автор может добавить сам.',
  isFixed: 'Автор не\u00a0может назвать других подписантов',
  save: 'Записать',
  saving: 'Записываем…',
  saved: (version: number) => `Записана версия ${version}. Новые документы пойдут по\u00a0ней.`,
  unsaved: 'Маршрут изменён и\u00a0не\u00a0записан.',
  conflict: 'Пока вы правили, маршрут записал кто-то ещё.',
  overwrite: 'Записать поверх',
  takeTheirs: 'Загрузить новую версию',
  versions: 'Версии',
  version: (version: number, at: string, by: Editor | null) =>
    `Версия ${version}: ${[moment(at), by && (by.name || by.email)].filter(Boolean).join(', ')}`,
  restore: 'Открыть для правки',
  restored: (version: number) => `Открыта версия ${version}. Она станет новой, если её записать.`,
  empty: (place: string) => `${place}: назовите человека или роль.`,
} as const;

/** Refusals of a save, by code of the API. */
const errors: ErrorTexts<TemplateError> = {
  'invalid acceptor uid': 'Кого-то из\u00a0названных уже нет.',
  'invalid recipient uid': 'Кого-то из\u00a0названных уже нет.',
  'invalid role id': 'Какой-то из\u00a0названных ролей уже нет.',
  'invalid description': `Текст не\u00a0удалось прочитать, или он длиннее ${MARKDOWN_MAX / 1024}\u00a0КБ.`,
  'invalid title': `Название длиннее ${TITLE_MAX}\u00a0знаков.`,
  'invalid steps': `Проверьте шаги: в\u00a0каждом кто-то назван, сроки от\u00a00 до\u00a0${ROUTE_DAYS_MAX}\u00a0дней.`,
  'nobody in the step': 'В\u00a0одном из\u00a0шагов никого не\u00a0осталось.',
  'nobody may decide with the role': 'Роль никто не\u00a0занимает.',
  'person may not decide': 'Кто-то из\u00a0названных не\u00a0может подписывать такие документы.',
  'too many people in the steps': 'В\u00a0шагах слишком много людей.',
};
export const templateErrors: Readonly<Record<string, string>> = errors;

/** Why a template cannot be saved, with the step and the role or the person; '' for what has no such facts. */
export function problemOf({ code, facts }: Failure): string {
  const { step, role = '', name = '' } = facts as { step?: number; role?: string; name?: string };
  return step === undefined ? '' : routeTexts.problem({ error: code, step, role, name });
}
