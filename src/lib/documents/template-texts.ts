// Texts of the page where administrators set the route of a type of documents: steps of signatures and the text to
// begin with.
import type { Editor } from '../../../contract/answers.ts';
import type { RouteAttention, RouteProblem } from '../../../contract/documents/documents.ts';
import type { WhyUnable } from '../../../contract/documents/words.ts';
import type { TemplateError } from '../../../contract/errors.ts';
import { MARKDOWN_MAX, ROUTE_DAYS_MAX, ROUTE_STEPS_MAX, TITLE_MAX } from '../../../contract/limits.ts';
import { countOf, formatMoment } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import type { Failure } from '../platform/http-client.ts';
import { site } from '../platform/site.ts';
import { personName } from './document-texts.ts';
import { routeTexts } from './route-texts.ts';

const STEPS = ['шаг', 'шага', 'шагов'] as const;

const moment = (iso: string) => formatMoment(new Date(iso), site.timeZone);

export const templates = typographed({
  lead: 'Маршрут задаёт, кто и в каком порядке подписывает документы типа, и с чего начинается новый документ. Документы, которые уже в пути, идут по своей версии.',
  directing: 'Направление',
  task: 'Тип документа',
  choose: 'Выберите направление и тип документа.',
  notChosen: 'не выбрано',
  known: 'Настроенные маршруты',
  none: 'Пока нет ни одного: подписантов каждый раз называет автор.',
  loading: 'Загружаем маршруты…',
  failed: 'Не удалось загрузить.',
  row: (steps: number, at: string, by: Editor | null) =>
    [steps === 0 ? 'без шагов' : countOf(steps, STEPS), moment(at), by && personName(by)].filter(Boolean).join(', '),
  copy: 'Взять маршрут другого типа',
  copyHint: 'Заменит всё, что ниже; действовать станет после сохранения.',
  copied: (directing: string, task: string) => `Взят маршрут «${directing} / ${task}». Проверьте его и сохраните.`,
  title: 'Название документа',
  titleHint: 'Например: Договор № {{номер}} с {{контрагент}}. Пусто — называет автор.',
  text: 'Текст документа',
  textHint: 'Подставятся {{номер}}, {{дата}}, {{автор}} и {{контрагент}}.',
  unknown: (found: readonly string[]) =>
    `Эти подстановки никто не заполнит: ${found.join(', ')}. Известны {{номер}}, {{дата}}, {{автор}} и {{контрагент}}; остальное автору придётся вписать самому.`,
  steps: 'Шаги согласования',
  noSteps: 'Шагов нет: подписантов называет автор документа.',
  addStep: 'Добавить шаг',
  tooManySteps: `Больше ${ROUTE_STEPS_MAX} шагов не бывает.`,
  stepTitle: 'Название шага',
  who: 'Кто подписывает',
  whoEmpty: 'Пока никого: выберите человека или роль.',
  /** What needs attention in the saved route, one sentence each. */
  attention: ({ problems, repeats, unseen }: RouteAttention): string[] => [
    ...problems.map(routeTexts.problem),
    ...repeats.map(routeTexts.repeat),
    ...unseen.map(({ step, name }) => `Шаг ${step} ждёт того, кто ещё ни разу не входил: ${name}.`),
  ],
  attentionLead: 'Сохранённый маршрут требует внимания.',
  listed: (lines: readonly string[]) =>
    `требует внимания: ${lines[0]}${lines.length > 1 ? ` И ещё замечаний: ${lines.length - 1}.` : ''}`,
  unablePerson: {
    'no right': 'роль этого не разрешает',
    'no holders': 'роли нет',
    disabled: 'отключён',
  } satisfies Record<WhyUnable, string>,
  unableRole: {
    'no right': 'этого не разрешено',
    'no holders': 'никто не занимает',
    disabled: 'все, кто занимает, отключены',
  } satisfies Record<WhyUnable, string>,
  notAdded: (name: string, why: string) => `Добавить нельзя: ${name} (${why}).`,
  unseen: 'ещё не входит в портал',
  noneFound: 'Никого не нашли: ни человека, ни роли.',
  wrongDays: `Целое число дней от 0 до ${ROUTE_DAYS_MAX}.`,
  wrongDaysIn: (place: string) => `${place}: срок — целое число дней от 0 до ${ROUTE_DAYS_MAX}.`,
  find: 'Добавить человека или роль',
  findHint: 'имя, почта или роль',
  found: 'Люди и роли',
  role: 'роль',
  remove: (name: string) => `Убрать: ${name}`,
  modes: { all: 'Подписывают все', any: 'Достаточно одного' },
  mode: 'Сколько подписей нужно',
  days: 'Срок, дней',
  daysHint: 'Календарных дней после дня, когда дошла очередь. Пусто — без срока.',
  next: 'Кто решит, если срок прошёл',
  nextEmpty: site.stated.mail
    ? 'Никто: автор и автор маршрута получат письмо.'
    : 'Никто: документ останется на этом шаге. Почта не настроена, письмо автору не уйдёт.',
  nextDays: 'Через сколько дней просрочки',
  up: (step: string) => `Выше: ${step}`,
  down: (step: string) => `Ниже: ${step}`,
  removeStep: (step: string) => `Удалить: ${step}`,
  moved: (number: number, count: number) => `Шаг теперь ${number}-й из ${count}.`,
  recipients: 'Кто знакомится после согласования',
  recipientsEmpty: 'Никто не назван: автор может добавить сам.',
  isFixed: 'Автор не может назвать других подписантов',
  save: 'Сохранить',
  saving: 'Сохраняем…',
  saved: (version: number) => `Сохранена версия ${version}. Новые документы пойдут по ней.`,
  unsaved: 'Маршрут изменён и не сохранён.',
  conflict: 'Пока вы правили, маршрут сохранил кто-то ещё.',
  overwrite: 'Сохранить поверх',
  takeTheirs: 'Загрузить новую версию',
  versions: 'Версии',
  version: (version: number, at: string, by: Editor | null) =>
    `Версия ${version}: ${[moment(at), by && personName(by)].filter(Boolean).join(', ')}`,
  restore: 'Открыть для правки',
  restored: (version: number) => `Открыта версия ${version}. Она станет новой, если её сохранить.`,
  empty: (place: string) => `${place}: назовите человека или роль.`,
} as const);

const errors = typographed<ErrorTexts<TemplateError>>({
  'invalid acceptor uid': 'Кого-то из названных уже нет.',
  'invalid recipient uid': 'Кого-то из названных уже нет.',
  'invalid role id': 'Какой-то из названных ролей уже нет.',
  'invalid description': `Текст не удалось прочитать, или он длиннее ${MARKDOWN_MAX / 1024} КБ.`,
  'invalid title': `Название длиннее ${TITLE_MAX} знаков.`,
  'invalid steps': `Проверьте шаги: в каждом кто-то назван, сроки от 0 до ${ROUTE_DAYS_MAX} дней.`,
  'nobody in the step': 'В одном из шагов никого не осталось.',
  'nobody may decide with the role': 'Роль никто не занимает, или ей это не разрешено.',
  'person may not decide': 'Кто-то из названных не может подписывать такие документы.',
  'too many people in the steps': 'В шагах слишком много людей.',
});
export const templateErrors: Readonly<Record<string, string>> = errors;

/** Why a template cannot be saved, with the step and the role or the person; '' for what has no such facts. */
export function problemOf({ code, facts }: Failure): string {
  const { step, role = '', name = '', why = null } = facts as Partial<RouteProblem>;
  return step === undefined ? '' : routeTexts.problem({ error: code, step, role, name, why });
}
