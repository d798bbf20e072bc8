import type { DocumentCheck } from '../../../contract/documents/public.ts';

/** What the page says that checks a version of a document for whoever holds it. */
export const checkTexts = {
  heading: 'Проверка документа',
  checking: 'Проверяем…',
  noAddress:
    'Откройте адрес или QR-код с\u00a0последнего листа документа: в\u00a0нём записаны его номер и\u00a0хэш версии.',
  needsScript: 'Для проверки нужен JavaScript.',
  failed: 'Не\u00a0удалось проверить: сервер не\u00a0ответил.',
  retry: 'Повторить',
  hash: 'Хэш версии',
  noMatch: {
    outcome: 'refused',
    heading: 'Не\u00a0совпадает',
    text: 'Версии с\u00a0таким хэшем у\u00a0этого документа нет. Документ изменён, или\u00a0адрес набран с\u00a0ошибкой.',
  },
} as const;

/** How sure whoever holds a version may be: green, amber, red. */
type Outcome = 'signed' | 'unsettled' | 'refused';

interface Told {
  readonly outcome: Outcome;
  readonly heading: string;
  readonly text: string;
}

type Accepted = NonNullable<DocumentCheck['signed']>;

/** What is said of a version that the document has or had; only a version that counts and is signed by everybody is green. */
export function matchTexts({ number, version, isCurrent, state, signed, acknowledged }: DocumentCheck): Told {
  if (state === 'cancelled')
    return {
      outcome: 'refused',
      heading: 'Документ отменён',
      text: `Версия\u00a0${version} была у\u00a0документа, но документ удалён и\u00a0больше не\u00a0действует.`,
    };
  const which = `Документ №\u00a0${number}, версия\u00a0${version}.`;
  if (!isCurrent)
    return {
      outcome: 'unsettled',
      heading: 'Прежняя версия',
      text: `${which} С\u00a0тех пор документ изменён: действует другая версия.`,
    };
  const { outcome, heading: usual, text } = STANDS[state ?? 'none'];
  // Nobody was asked to sign it, only to acknowledge.
  const heading = state === 'done' && signed?.all === 0 ? 'Завершён' : usual;
  return { outcome, heading, text: `${which} ${text}${countsOf(signed, acknowledged)}` };
}

const STANDS: Record<Exclude<NonNullable<DocumentCheck['state']>, 'cancelled'>, Told> = {
  done: {
    outcome: 'signed',
    heading: 'Подписан',
    text: 'Текст и\u00a0файлы совпадают с\u00a0действующей версией.',
  },
  pending: {
    outcome: 'unsettled',
    heading: 'На\u00a0согласовании',
    text: 'Текст и\u00a0файлы совпадают, но\u00a0решения приняли ещё не\u00a0все.',
  },
  declined: {
    outcome: 'refused',
    heading: 'Отклонён',
    text: 'Текст и\u00a0файлы совпадают, но\u00a0документ отклонён.',
  },
  none: {
    outcome: 'unsettled',
    heading: 'Без подписей',
    text: 'Текст и\u00a0файлы совпадают с\u00a0действующей версией, но\u00a0подписывать документ никого не\u00a0просили.',
  },
};

function countsOf(signed: Accepted | null, acknowledged: Accepted | null): string {
  const counts = [
    signed && signed.all > 0 ? `Подписали: ${signed.done}\u00a0из\u00a0${signed.all}.` : '',
    acknowledged && acknowledged.all > 0 ? `Ознакомились: ${acknowledged.done}\u00a0из\u00a0${acknowledged.all}.` : '',
  ];
  return counts
    .filter(Boolean)
    .map((count) => ` ${count}`)
    .join('');
}
