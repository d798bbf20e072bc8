import type { DocumentCheck } from '../../../contract/documents/public.ts';
import { typographed } from '../../../rules/format/texts.ts';

/** What the page says that checks a version of a document for whoever holds it. */
export const checkTexts = typographed({
  heading: 'Проверка документа',
  checking: 'Проверяем…',
  noAddress: 'Откройте адрес или QR-код с последнего листа документа: в нём записаны его номер и хэш версии.',
  needsScript: 'Для проверки нужен JavaScript.',
  failed: 'Не удалось проверить: сервер не ответил.',
  retry: 'Повторить',
  hash: 'Хэш версии',
  noMatch: {
    outcome: 'refused',
    heading: 'Не совпадает',
    text: 'Версии с таким хэшем у этого документа нет. Документ изменён, или адрес набран с ошибкой.',
  },
} as const);

/** How sure whoever holds a version may be: green, amber, red. */
type Outcome = 'signed' | 'unsettled' | 'refused';

interface VerdictText {
  readonly outcome: Outcome;
  readonly heading: string;
  readonly text: string;
}

type Accepted = NonNullable<DocumentCheck['signed']>;

/** What is said of a version that the document has or had; only a version that counts and is signed by everybody is green. */
export function matchTexts({ number, version, isCurrent, state, signed, acknowledged }: DocumentCheck): VerdictText {
  if (state === 'cancelled')
    return {
      outcome: 'refused',
      heading: 'Документ отменён',
      text: typographed(`Версия ${version} была у документа, но документ удалён и больше не действует.`),
    };
  const which = typographed(`Документ № ${number}, версия ${version}.`);
  if (!isCurrent)
    return {
      outcome: 'unsettled',
      heading: 'Прежняя версия',
      text: typographed(`${which} С тех пор документ изменён: действует другая версия.`),
    };
  const { outcome, heading: usual, text } = STANDS[state ?? 'none'];
  // Nobody was asked to sign it, only to acknowledge.
  const heading = state === 'done' && signed?.all === 0 ? 'Завершён' : usual;
  return { outcome, heading, text: `${which} ${text}${countsOf(signed, acknowledged)}` };
}

const STANDS = typographed<Record<Exclude<NonNullable<DocumentCheck['state']>, 'cancelled'>, VerdictText>>({
  done: {
    outcome: 'signed',
    heading: 'Подписан',
    text: 'Текст и файлы совпадают с действующей версией.',
  },
  pending: {
    outcome: 'unsettled',
    heading: 'На согласовании',
    text: 'Текст и файлы совпадают, но решения приняли ещё не все.',
  },
  declined: {
    outcome: 'refused',
    heading: 'Отклонён',
    text: 'Текст и файлы совпадают, но документ отклонён.',
  },
  none: {
    outcome: 'unsettled',
    heading: 'Без подписей',
    text: 'Текст и файлы совпадают с действующей версией, но подписывать документ никого не просили.',
  },
});

function countsOf(signed: Accepted | null, acknowledged: Accepted | null): string {
  const counts = [
    typographed(signed && signed.all > 0 ? `Подписали: ${signed.done} из ${signed.all}.` : ''),
    typographed(
      acknowledged && acknowledged.all > 0 ? `Ознакомились: ${acknowledged.done} из ${acknowledged.all}.` : '',
    ),
  ];
  return counts
    .filter(Boolean)
    .map((count) => ` ${count}`)
    .join('');
}
