// Texts of the public page /check: what an answer of the server means, and its colour. The page itself is
// check-page.ts.
import type { CheckedDecision, DocumentCheck, FileCheck } from '../../../contract/documents/public.ts';
import { formatZonedMoment, quoted } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { site } from '../platform/site.ts';

export const checkTexts = typographed({
  heading: 'Проверка документа',
  checking: 'Проверяем…',
  noAddress: 'Откройте адрес или QR-код с первого листа документа: в нём записаны его номер и хэш версии.',
  needsScript: 'Для проверки нужен JavaScript.',
  failed: 'Не удалось проверить: сервер не ответил.',
  retry: 'Повторить',
  hash: 'Хэш версии',
  noMatch: {
    outcome: 'refused',
    heading: 'Не совпадает',
    text: 'Версии с таким хэшем у этого документа нет. Документ изменён, или адрес набран с ошибкой.',
  },
  decisions: 'Кто принял решение',
  file: {
    heading: 'Проверка файла',
    label: 'PDF, который вам прислали',
    prompt: 'Выберите файл или перетащите его сюда',
    hint: 'Код можно скопировать на чужой лист, поэтому сравните и сам файл. Он останется на вашем устройстве: серверу уйдёт только его хэш.',
    checking: 'Сравниваем…',
    tooLarge: 'Файл слишком велик: таких файлов отсюда не выдают.',
    unreadable: 'Файл не прочитать. Выберите его ещё раз.',
    insecure: 'Файл можно сравнить только на странице с адресом https://.',
    failed: 'Не удалось сравнить: сервер не ответил. Выберите файл ещё раз.',
  },
  seals: {
    heading: 'Сертификаты печати',
    text: 'Программа для чтения PDF показывает отпечаток SHA-256 сертификата, которым запечатан файл. Он должен быть в этом списке.',
  },
} as const);

type Outcome = 'signed' | 'unsettled' | 'refused';

interface VerdictText {
  readonly outcome: Outcome;
  readonly heading: string;
  readonly text: string;
}

/** The verdict about a version that the document has or had; only a present version signed by all is green. */
export function matchTexts(found: DocumentCheck): VerdictText {
  const { version, presentVersion, isCurrent, state, signed, acknowledged } = found;
  const label = found.label ?? '';
  if (state === 'cancelled') {
    const isDeleted = presentVersion === null;
    return {
      outcome: 'refused',
      heading: label,
      text: typographed(
        isDeleted
          ? `Версия ${version} была у документа, но документ удалён и не действует.`
          : `Версия ${version} была у документа, но документ аннулирован и больше не действует.`,
      ),
    };
  }
  if (!isCurrent)
    return {
      outcome: 'unsettled',
      heading: 'Прежняя версия',
      text: typographed(`Это версия ${version}. С тех пор документ изменён: есть версия ${presentVersion}.`),
    };
  const { outcome, text } = STANDS[state ?? 'none'];
  return {
    outcome,
    heading: label,
    text: `${text}${counted('Подписали', signed)}${counted('Ознакомились', acknowledged)}`,
  };
}

const STANDS = typographed<
  Record<Exclude<NonNullable<DocumentCheck['state']>, 'cancelled'>, Omit<VerdictText, 'heading'>>
>({
  done: { outcome: 'signed', text: 'Это действующая версия документа.' },
  pending: { outcome: 'unsettled', text: 'Это последняя версия документа, но решения приняли ещё не все.' },
  declined: { outcome: 'refused', text: 'Это последняя версия документа, но её отклонили.' },
  none: { outcome: 'unsettled', text: 'Это последняя версия документа, но подписывать её никого не просили.' },
});

const counted = (label: string, counts: DocumentCheck['signed']): string =>
  counts && counts.all > 0 ? ` ${typographed(`${label}: ${counts.done} из ${counts.all}.`)}` : '';

/** Names and values of what the server knows of a version; what it does not know is left out. */
export function checkFacts(found: DocumentCheck, hash: string): (readonly [name: string, value: string])[] {
  const { title, number, direction, type, version, label, presentVersion, isCurrent, state } = found;
  // In force is only what everyone has signed, and no one has cancelled.
  const standing = state === 'done' ? 'действующая' : 'последняя';
  const facts: [string, string | null][] = [
    ['Документ', title],
    ['Номер', number === null ? null : `№ ${number}`],
    ['Направление', direction],
    ['Тип документа', type],
    ['Версия', version === null ? null : isCurrent ? `${version}, ${standing}` : String(version)],
    ['Последняя версия', isCurrent || presentVersion === null ? null : String(presentVersion)],
    ['Состояние сегодня', label],
    [checkTexts.hash, hash],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

/** A decision in two lines: whose it is, and what was decided when. */
export function decisionLines({ kind, name, position, accepted, at, by, step }: CheckedDecision): [string, string] {
  const outcome = accepted ? (kind === 'acceptor' ? 'подписано' : 'ознакомление подтверждено') : 'отклонено';
  const place = step && `шаг ${step.number} из ${step.count}${step.title === '' ? '' : `, ${quoted(step.title)}`}`;
  const substitute = by && `решение заместителя: ${personText(by)}`;
  return [
    personText({ name, position }),
    typographed([outcome, moment(at), place, substitute].filter((part) => part !== null).join(' · ')),
  ];
}

const personText = ({ name, position }: { readonly name: string; readonly position: string }): string =>
  [name || 'Имя не указано', position].filter(Boolean).join(', ');

const moment = (iso: string): string => formatZonedMoment(new Date(iso), site.timeZone);

export const sealLine = ({ fingerprint, since }: DocumentCheck['seals'][number]): string =>
  `${fingerprint} (с ${moment(since)})`;

/** What a file is that was compared with a version; green only where the version itself is. */
export function fileTexts(file: FileCheck, found: DocumentCheck): { readonly tone: string; readonly text: string } {
  const { kind, name, at, version } = file;
  const isGreen = found.isCurrent && found.state === 'done';
  const tone = isGreen ? 'success' : 'warning';
  const today = isGreen ? '' : ` Но что с документом сегодня, сказано выше: ${quoted(found.label ?? '')}.`;
  if (kind === 'unknown')
    return {
      tone: 'error',
      text: typographed('Этот файл отсюда не выдавали: в нём может стоять не то, что подписано.'),
    };
  if (kind === 'attachment')
    return {
      tone,
      text: typographed(`Это приложение ${quoted(name ?? '')} версии ${version}. Файл не менялся.${today}`),
    };
  const given = `Этот файл выдан ${at === null ? '' : moment(at)} и не менялся.`;
  if (version !== found.version)
    return {
      tone: 'warning',
      text: typographed(`${given} Но он о версии ${version}, а адрес этой страницы о версии ${found.version}.`),
    };
  return { tone, text: typographed(`${given}${today}`) };
}
