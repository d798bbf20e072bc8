// State and texts of the check of a price list before it is applied: what the upload would do, without writing
// anything.
import { atom } from 'nanostores';
import type { DryRunAnswer, UploadProgress } from '../../../../contract/catalogue/runs.ts';
import { countOf, formatNumber } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import { type Failure, outcomeOf } from '../../platform/http-client.ts';
import { site } from '../../platform/site.ts';
import { formFields, type PriceFile, type UploadSettings, uploadForm } from './upload-settings.ts';
import { sendPriceFile } from './upload-store.ts';

interface CheckCalls {
  /** Sends a form with `dryRun`; resolves when the whole file was read. Throws what ky throws, or SessionEnded. */
  check(form: FormData, signal: AbortSignal): Promise<DryRunAnswer>;
  /** Follows it until its stream ends. */
  follow(id: string, onProgress: (progress: UploadProgress) => void, signal: AbortSignal): Promise<void>;
  newId(): string;
}

/** What was checked: the answer holds for this and nothing else. */
interface CheckedForm {
  readonly settings: UploadSettings;
  readonly file: File;
  /** The id of the preset that they come from. */
  readonly preset?: string | undefined;
}

/** Whether a check holds for another form too: the same file, and fields that send the same. */
export const isCheckOf = (of: CheckedForm, { settings, file, preset }: CheckedForm): boolean =>
  of.file === file &&
  of.preset === preset &&
  JSON.stringify(formFields(of.settings)) === JSON.stringify(formFields(settings));

type CheckState =
  | { readonly phase: 'none' }
  | { readonly phase: 'checking'; readonly progress: UploadProgress | null }
  | {
      readonly phase: 'checked';
      readonly answer: DryRunAnswer;
      readonly of: CheckedForm;
      /** The catalogue has changed since the check that was applied; this one is of now. */
      readonly isRenewed?: true;
    }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** The dry run of an upload: what it would do, before anything is written. */
export function createCheck(calls: CheckCalls) {
  const $check = atom<CheckState>({ phase: 'none' });
  let stop = new AbortController();

  async function once(
    { settings, preset }: Pick<CheckedForm, 'settings' | 'preset'>,
    file: PriceFile,
    signal: AbortSignal,
  ): Promise<DryRunAnswer> {
    const id = calls.newId();
    const watching = new AbortController();
    const show = (progress: UploadProgress) => {
      if (!signal.aborted && $check.get().phase === 'checking') $check.set({ phase: 'checking', progress });
    };
    // The stream is a comfort: the answer of the check itself decides.
    calls.follow(id, show, AbortSignal.any([signal, watching.signal])).catch(() => {});
    try {
      const marks = { uploadId: id, dryRun: '1' as const, ...(preset && { preset }) };
      return await calls.check(uploadForm(settings, file, marks), signal);
    } finally {
      watching.abort();
    }
  }

  return {
    $check,
    async check(settings: UploadSettings, file: PriceFile, preset?: string): Promise<void> {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      $check.set({ phase: 'checking', progress: null });
      const outcome = await outcomeOf(() => sendPriceFile(file, (sent) => once({ settings, preset }, sent, signal)));
      const { value: answer, failure } = outcome;
      if (signal.aborted) return;
      if (failure) $check.set({ phase: 'failed', failure });
      else $check.set({ phase: 'checked', answer, of: { settings, file: file.file, preset } });
    },
    /** What an upload would do by now: it was refused because that is not what its check has shown. */
    renew(answer: DryRunAnswer, of: CheckedForm): void {
      $check.set({ phase: 'checked', answer, of, isRenewed: true });
    },
    /** Back to the settings; a check under way is given up. */
    leave(): void {
      stop.abort();
      $check.set({ phase: 'none' });
    },
  };
}

/** The check that a refused upload brought: what it would do by now; null where it was refused for another reason. */
export const renewedCheck = (failure: Failure): DryRunAnswer | null =>
  failure.code === 'import differs' && failure.facts.dryRun === true
    ? (failure.facts as unknown as DryRunAnswer)
    : null;

/** Whether not one row of a checked file would be applied: every one is a heading, left out or has an error. */
export function appliesNothing({ rows, groups, totals, counts, suspicions }: DryRunAnswer): boolean {
  const isDoubted = suspicions.some(({ kind }) => kind === 'nothing-applied');
  return isDoubted || rows - groups - totals - counts.skipped - counts.failed <= 0;
}

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;

export const check = typographed({
  checking: 'Проверяем файл',
  checkingHint: 'В каталоге пока ничего не меняется.',
  lead: (fileName: string, { rows, groups, totals }: Pick<DryRunAnswer, 'rows' | 'groups' | 'totals'>) => {
    const others = [
      groups > 0 && `заголовков групп: ${formatNumber(groups)}`,
      totals > 0 && `строк с итогами: ${formatNumber(totals)}`,
    ].filter(Boolean);
    const ofThem = others.length === 0 ? '' : `, из них ${others.join(', ')}`;
    return `${fileName}. Прочитано строк: ${formatNumber(rows)}${ofThem}. Пока ничего не изменено.`;
  },
  owner: (provider: string, brand: string) => `Поставщик — ${provider}, бренд — ${brand}.`,
  suspicious: 'Похоже, с файлом или настройками что-то не так',
  confirm: 'Мне понятны эти предупреждения, и я всё равно хочу загрузить файл',
  confirmFirst: 'Сначала подтвердите, что предупреждения вам понятны.',
  apply: 'Применить',
  notify: 'Сообщить по окончании',
  notifyHint: 'Когда загрузка закончится, у «Загрузок» в меню появится число.',
  mail: 'Сообщить письмом, когда закончится',
  mailHint: site.stated.mail
    ? 'На вашу почту придут итоги и ссылка на загрузку.'
    : 'Почта не настроена: письмо не уйдёт.',
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
  renewed: 'После проверки каталог изменился, поэтому загрузка не применена.',
  renewedHint: 'Ниже — что она сделает теперь: посмотрите и примените ещё раз.',
  differs: 'После проверки каталог изменился, и загрузка сделала бы уже не то, что было показано. Ничего не изменено.',
} as const);
