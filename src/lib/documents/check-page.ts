// Script and texts of the public page /check, where anyone who has a signed document checks that this very version was
// signed.
import type { DocumentCheck } from '../../../contract/documents/public.ts';
import { isVersionHash } from '../../../rules/documents/check.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { openInformator } from '../platform/http-client.ts';

/** The version in the query of an address; null: none. */
function versionInAddress(search: string): { readonly document: number; readonly hash: string } | null {
  const query = new URLSearchParams(search);
  const document = Number(query.get('document'));
  const hash = (query.get('hash') ?? '').trim().toLowerCase();
  return Number.isSafeInteger(document) && document > 0 && isVersionHash(hash) ? { document, hash } : null;
}

/** Checks the version in the address and shows the verdict in the page. */
export async function showCheck(page: HTMLElement): Promise<void> {
  const asked = versionInAddress(location.search);
  const part = (name: string) => page.querySelector<HTMLElement>(`[data-check="${name}"]`) as HTMLElement;
  const say = (outcome: string, heading: string, text: string) => {
    page.dataset.outcome = outcome;
    part('heading').textContent = heading;
    part('text').textContent = text;
  };
  part('retry').hidden = true;
  part('version').hidden = asked === null;
  if (!asked) return say('none', checkTexts.heading, checkTexts.noAddress);
  part('hash').textContent = asked.hash;
  say('checking', checkTexts.heading, checkTexts.checking);
  try {
    const found = await openInformator.get(`docflow/check/${asked.document}/${asked.hash}`).json<DocumentCheck>();
    const { outcome, heading, text } = found.matches ? matchTexts(found) : checkTexts.noMatch;
    say(outcome, heading, text);
  } catch {
    say('failed', checkTexts.heading, checkTexts.failed);
    part('retry').hidden = false;
  }
}

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

type Outcome = 'signed' | 'unsettled' | 'refused';

interface VerdictText {
  readonly outcome: Outcome;
  readonly heading: string;
  readonly text: string;
}

type Accepted = NonNullable<DocumentCheck['signed']>;

/** The verdict about a version that the document has or had; only a present version signed by all is green. */
function matchTexts({ number, version, isCurrent, state, signed, acknowledged }: DocumentCheck): VerdictText {
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
  // Without acceptors the document was only acknowledged.
  const heading = state === 'done' && signed?.all === 0 ? 'Завершён' : usual;
  return {
    outcome,
    heading,
    text: `${which} ${text}${counted('Подписали', signed)}${counted('Ознакомились', acknowledged)}`,
  };
}

const STANDS = typographed<Record<Exclude<NonNullable<DocumentCheck['state']>, 'cancelled'>, VerdictText>>({
  done: { outcome: 'signed', heading: 'Подписан', text: 'Текст и файлы совпадают с действующей версией.' },
  pending: {
    outcome: 'unsettled',
    heading: 'На согласовании',
    text: 'Текст и файлы совпадают, но решения приняли ещё не все.',
  },
  declined: { outcome: 'refused', heading: 'Отклонён', text: 'Текст и файлы совпадают, но документ отклонён.' },
  none: {
    outcome: 'unsettled',
    heading: 'Без подписей',
    text: 'Текст и файлы совпадают с действующей версией, но подписывать документ никого не просили.',
  },
});

const counted = (label: string, counts: Accepted | null): string =>
  counts && counts.all > 0 ? ` ${typographed(`${label}: ${counts.done} из ${counts.all}.`)}` : '';
