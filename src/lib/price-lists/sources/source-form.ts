// The form of a source (a place from which price lists are fetched by themselves): what is typed, what is wrong with
// it, what is sent.
import { SOURCE_KINDS, type SourceKind } from '../../../../contract/catalogue/source-kinds.ts';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import { SOURCE_SECRET_MAX, SOURCE_SETTING_MAX } from '../../../../contract/price-lists/source-forms.ts';
import type { ImportSource, SourceLimits } from '../../../../contract/price-lists/sources.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import { secretPlace } from '../../../../rules/price-lists/source-place.ts';
import { overlong } from '../../ui/length-text.ts';
import { lists } from '../../ui/list-editor-texts.ts';
import { NO_PLACE, type PlaceName, shownKind, type TypedPlace } from './source-kinds.ts';

/** The form of a source as it is typed; what belongs to another kind waits until that kind is chosen again. */
export interface SourceForm extends TypedPlace {
  readonly kind: SourceKind;
  readonly title: string;
  readonly providerId: string;
  readonly brandId: string;
  /** '': the layout is guessed. */
  readonly presetId: string;
  /** '' while a source that has one is changed: it stays. */
  readonly secret: string;
  readonly forgetsSecret: boolean;
  readonly everyMinutes: string;
  readonly quietDays: string;
  /** Per cent. */
  readonly failedShare: string;
  readonly skippedShare: string;
  readonly priceFactor: string;
  readonly isEnabled: boolean;
}

/** The form of a new source, with the limits that the service has by default. */
export const NEW_SOURCE: SourceForm = {
  kind: SOURCE_KINDS[0],
  title: '',
  providerId: '',
  brandId: '',
  presetId: '',
  ...NO_PLACE,
  secret: '',
  forgetsSecret: false,
  everyMinutes: '60',
  quietDays: '7',
  failedShare: '5',
  skippedShare: '30',
  priceFactor: '3',
  isEnabled: true,
};

export function sourceFormOf(source: ImportSource): SourceForm {
  const { kind, limits } = source;
  return {
    ...NEW_SOURCE,
    kind,
    title: source.title,
    providerId: String(source.providerId),
    brandId: String(source.brandId),
    presetId: source.presetId === null ? '' : String(source.presetId),
    ...placeOf(source),
    everyMinutes: String(source.everyMinutes),
    quietDays: String(source.quietDays),
    failedShare: percentOf(limits.failedShare),
    skippedShare: percentOf(limits.skippedShare),
    priceFactor: String(limits.priceFactor).replace('.', ','),
    isEnabled: source.isEnabled,
  };
}

/** Shares are kept as parts of one: 0.07 must not become 7.000000000000001 %. */
const percentOf = (share: number): string => String(Number((share * 100).toFixed(2))).replace('.', ',');

const placeOf = ({ settings }: ImportSource): Partial<TypedPlace> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, typeof value === 'boolean' ? value : String(value)]),
  );

/** What is sent of a source, its kind and its owners apart. */
export interface SourceBody {
  readonly title: string;
  readonly presetId: number | null;
  readonly settings: Readonly<Record<string, string | boolean>>;
  readonly secret?: string;
  readonly limits: SourceLimits;
  readonly everyMinutes: number;
  readonly quietDays: number;
  readonly isEnabled: boolean;
}

export interface NewSourceBody extends SourceBody {
  readonly kind: SourceKind;
  readonly providerId: number;
  readonly brandId: number;
}

/** A number as a person types it; NaN for anything else. */
function typedNumber(text: string): number {
  const plain = text.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/u.test(plain) ? Number(plain) : Number.NaN;
}

/** The changes of a form without mistakes. A secret that was not typed stays as it is. */
export function sourceBody(form: SourceForm): SourceBody {
  return {
    title: form.title.trim(),
    presetId: form.presetId === '' ? null : Number(form.presetId),
    settings: settingsOf(form),
    ...secretOf(form),
    limits: {
      failedShare: typedNumber(form.failedShare) / 100,
      skippedShare: typedNumber(form.skippedShare) / 100,
      priceFactor: typedNumber(form.priceFactor),
    },
    everyMinutes: Number(form.everyMinutes),
    quietDays: Number(form.quietDays.trim()),
    isEnabled: form.isEnabled,
  };
}

export const newSourceBody = (form: SourceForm): NewSourceBody => ({
  ...sourceBody(form),
  kind: form.kind,
  providerId: Number(form.providerId),
  brandId: Number(form.brandId),
});

function secretOf({ kind, secret, forgetsSecret }: SourceForm): { readonly secret?: string } {
  if (!shownKind(kind).lines.flat().includes('secret')) return {};
  if (forgetsSecret) return { secret: '' };
  return secret === '' ? {} : { secret };
}

const fieldsOf = (kind: SourceKind) => Object.keys(shownKind(kind).fields) as PlaceName[];

const settingsOf = (form: SourceForm): SourceBody['settings'] =>
  Object.fromEntries(
    fieldsOf(form.kind).map((name) => {
      const value = form[name];
      return [name, typeof value === 'string' ? value.trim() : value];
    }),
  );

type Rule = (form: SourceForm) => boolean;

const QUIET_DAYS_MAX = 365;
const FACTOR_MAX = 1_000;

const isWhole = (text: string, most: number): boolean => /^\d{1,9}$/u.test(text.trim()) && Number(text) <= most;
const isPercent = (text: string): boolean => typedNumber(text) <= 100;

const RULES = {
  title: ({ title }) => title.trim() !== '',
  providerId: ({ providerId }) => providerId !== '',
  brandId: ({ brandId }) => brandId !== '',
  quietDays: ({ quietDays }) => isWhole(quietDays, QUIET_DAYS_MAX),
  failedShare: ({ failedShare }) => isPercent(failedShare),
  skippedShare: ({ skippedShare }) => isPercent(skippedShare),
  priceFactor: ({ priceFactor }) => typedNumber(priceFactor) >= 1 && typedNumber(priceFactor) <= FACTOR_MAX,
} satisfies Record<Exclude<keyof typeof fieldMistakes, 'secret'>, Rule>;

/** The longest text of each field of a kind. */
const lengthsOf = (kind: SourceKind): readonly (readonly [keyof SourceForm, number])[] => [
  ['title', TITLE_MAX],
  ['secret', SOURCE_SECRET_MAX],
  ...fieldsOf(kind).map((name) => [name, SOURCE_SETTING_MAX] as const),
];

/** Whether the service is going to forget the secret of a source, because the form names another place and no secret. */
export const losesSecret = (form: SourceForm, source: ImportSource | null): boolean =>
  source?.hasSecret === true &&
  !form.forgetsSecret &&
  form.secret === '' &&
  secretPlace(form.kind, settingsOf(form)) !== secretPlace(source.kind, source.settings);

/** What is wrong with the fields of a form, by name, a secret that the service would forget included; `source` is the one changed. */
export function sourceMistakes(form: SourceForm, source: ImportSource | null): ReadonlyMap<string, string> {
  const rules = Object.entries(RULES) as [keyof typeof RULES, Rule][];
  const mistakes = new Map<string, string>();
  for (const [name, isRight] of rules) if (!isRight(form)) mistakes.set(name, fieldMistakes[name]);
  for (const name of fieldsOf(form.kind)) {
    const { isRight = () => true, mistake = '' } = shownKind(form.kind).fields[name] ?? {};
    if (!isRight(String(form[name]).trim())) mistakes.set(name, mistake);
  }
  for (const [name, most] of lengthsOf(form.kind)) {
    const mistake = overlong(String(form[name]), most);
    if (mistake) mistakes.set(name, mistake);
  }
  if (losesSecret(form, source)) mistakes.set('secret', fieldMistakes.secret);
  return mistakes;
}

/** How often a source may be looked at, in minutes; any other interval that was set by a call stays. */
export const INTERVALS = typographed<Readonly<Record<number, string>>>({
  15: 'каждые 15 минут',
  30: 'каждые полчаса',
  60: 'каждый час',
  180: 'каждые 3 часа',
  360: 'каждые 6 часов',
  720: 'каждые 12 часов',
  1440: 'раз в сутки',
  10080: 'раз в неделю',
});

export const sourceForm = typographed({
  createHeading: 'Новый источник',
  editHeading: 'Источник прайсов',
  kind: 'Откуда приходят',
  title: 'Название',
  titleHint: 'Под ним источник виден в списке и в истории загрузок.',
  ownerFixed: 'Поставщика, бренд и вид источника изменить нельзя: заведите другой источник.',
  ownersFailed: 'Поставщики и бренды не загрузились.',
  groups: { owner: 'Чей прайс', place: 'Где искать', schedule: 'Когда проверять', limits: 'Что применять сразу' },
  preset: 'Как читать',
  presetNone: 'определять столбцы по заголовку файла',
  presetGone: 'настройки, которых больше нет',
  presetHint: 'Сохранённые настройки поставщика со страницы «Загрузка прайса».',
  presetsFailed: 'Сохранённые настройки не загрузились: закройте окно и откройте снова.',
  secret: 'Пароль',
  secretNew: 'Хранится зашифрованным и больше не показывается.',
  secretKept: 'Пароль задан. Оставьте пустым, чтобы его не менять.',
  secretLost:
    'Адрес, порт, шифрование или имя изменились, поэтому прежний пароль не сохранится: его нужно ввести заново.',
  forgetSecret: 'Убрать пароль',
  everyMinutes: 'Проверять',
  otherInterval: (minutes: number) => `каждые ${minutes} мин`,
  quietDays: 'Предупредить, если прайса нет дней',
  quietDaysHint: '0 — не предупреждать.',
  isEnabled: 'Проверять по расписанию',
  limitsHint: 'Прайс, который выходит за эти пределы, ждёт решения.',
  failedShare: 'Строк с ошибками, не больше, %',
  skippedShare: 'Пропущенных строк, не больше, %',
  priceFactor: 'Цена меняется не больше чем, раз',
  cancel: lists.cancel,
  save: lists.save,
  create: 'Добавить',
} as const);

/** What each field has to be; those of a place say it themselves. */
const fieldMistakes = typographed({
  title: 'Введите название.',
  providerId: 'Выберите поставщика.',
  brandId: 'Выберите бренд.',
  secret: 'Введите пароль заново или отметьте «Убрать пароль».',
  quietDays: 'Целое число от 0 до 365.',
  failedShare: 'Число от 0 до 100.',
  skippedShare: 'Число от 0 до 100.',
  priceFactor: 'Число от 1 до 1000.',
} as const);
