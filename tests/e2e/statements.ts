// Reads what each place says of one document (its page, the list, mails, the package as text, the journal), and compares
// it with what the service answers about the document.
import { type APIRequestContext, expect as briskly, type Page } from '@playwright/test';
import type { Document, DocumentChange, Signatory } from '../../contract/documents/documents.ts';
import type { JournalListAnswer } from '../../contract/documents/journal.ts';
import { JOURNAL_TITLES } from '../../contract/documents/journal-words.ts';
import { stateLabel } from '../../rules/documents/standing.ts';
import { quoted } from '../../rules/format/texts.ts';
import { textOfPdf } from '../support/pdf-text.ts';
import type { Colleague } from './office.ts';
import type { Calls } from './settings-calls.ts';

const expect = briskly.configure({ timeout: 90_000 });

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface Places {
  readonly request: APIRequestContext;
  readonly author: Colleague;
  /** Where the author looks at the document and its list. */
  readonly page: Page;
  /** Where an administrator looks at the journal. */
  readonly journal: Page;
  readonly admin: Calls;
  readonly id: number;
  /** Everyone who may get a mail. */
  readonly people: readonly Colleague[];
}

/** What an act has to lead to, in the words of the place. */
export interface Outcome {
  readonly state: string;
  /** The newest entry of the history, the giving out of packages left out. */
  readonly event: DocumentChange['event'];
  readonly by: Colleague | null;
  /** Sentences that the journal says of it. */
  readonly says?: readonly string[];
  /** Subjects by name of the addressee, without the title: these mails leave and no others. */
  readonly mails: Readonly<Record<string, string>>;
  /** Sentences of every mail of this act whose subject begins so. */
  readonly mailSays?: Readonly<Record<string, readonly string[]>>;
}

const flat = (text: string): string => text.replace(/\s+/gu, ' ').trim();
/** Lines of a sheet break words apart: letters alone are compared. */
const bare = (text: string): string => text.replace(/\s+/gu, '');

const isAsked = ({ accept, declinedAt, isWaiting, isSpared }: Signatory): boolean =>
  !accept && declinedAt === null && !isWaiting && !isSpared;

/** How the panel and the package call a decision. */
function wordsOf(entry: Signatory, isAcceptor: boolean): { readonly panel: string; readonly sheet: string } {
  if (entry.accept)
    return isAcceptor
      ? { panel: 'signed', sheet: 'Подписано' }
      : { panel: 'Ознакомление подтверждено', sheet: 'Ознакомление подтверждено' };
  if (entry.declinedAt !== null) return { panel: 'отклонён', sheet: 'Отклонено' };
  if (entry.isSpared) return { panel: 'не понадобилось', sheet: 'Не понадобилось' };
  if (entry.isWaiting) return { panel: isAcceptor ? 'позже' : 'после согласования', sheet: 'Очередь ещё не дошла' };
  return { panel: 'ожидается', sheet: isAcceptor ? 'Ждёт подписи' : 'Ждёт ознакомления' };
}

export function openStatements(places: Places) {
  const { request, author, page, journal, admin, id, people } = places;
  /** The newest mail of the act before; the page of mails shows the newest ones only. */
  let last = '';

  async function mailsSince(title: string): Promise<Mail[]> {
    const answer = await request.get('/dev/mail', { headers: { accept: 'application/json' } });
    const all = ((await answer.json()) as Mail[]).map((mail) => ({
      ...mail,
      // Every subject ends with the name of the shop.
      subject: flat(mail.subject).replace(/ — [^—]+$/u, ''),
    }));
    const about = all.filter(({ subject }) => subject.endsWith(title));
    const known = about.findIndex((mail) => JSON.stringify(mail) === last);
    return known === -1 ? about : about.slice(0, known);
  }

  async function compareMails(document: Document, { mails, mailSays = {} }: Outcome): Promise<void> {
    const nameOf = (email: string) => people.find((one) => one.email === email)?.name ?? email;
    let found: Mail[] = [];
    await expect(async () => {
      found = await mailsSince(document.title);
      const left = found.map(({ to, subject }) => `${nameOf(to)}: ${subject}`).sort();
      const due = Object.entries(mails).map(([name, subject]) => `${name}: ${subject}: ${document.title}`);
      expect(left, 'mails that left').toEqual(due.sort());
    }).toPass({ timeout: 60_000 });
    last = found[0] ? JSON.stringify(found[0]) : last;
    const asked = [...document.acceptor, ...document.recipient].filter(isAsked).map(({ name }) => name);
    const waits = asked.length === 0 ? '' : ` Ждём: ${[...new Set(asked)].join(', ')}`;
    for (const { subject, text } of found) {
      const said = flat(text);
      if (said.includes('Сейчас: ')) expect(said).toContain(`Сейчас: ${stateLabel(document)}.${waits}`);
      for (const [start, sentences] of Object.entries(mailSays))
        for (const sentence of subject.startsWith(start) ? sentences : []) expect(said).toContain(sentence);
    }
  }

  async function comparePage(document: Document): Promise<void> {
    await page.goto(`/docflow/${id}`);
    const sheet = page.getByRole('article');
    await expect(sheet.getByText(stateLabel(document), { exact: true })).toBeVisible();
    await expect(sheet.getByText(`Версия ${document.version}`, { exact: true })).toBeVisible();
    for (const [heading, entries] of [
      [/^Согласование$/, document.acceptor],
      [/^Ознаком/, document.recipient],
    ] as const) {
      const rows = page.getByRole('region', { name: heading }).getByRole('listitem');
      await expect(rows).toHaveCount(entries.length);
      for (const entry of entries) {
        const row = rows.filter({ hasText: entry.name });
        await expect(row).toContainText(wordsOf(entry, entries === document.acceptor).panel);
        if (entry.reason) await expect(row).toContainText(`«${entry.reason}»`);
        const actor = entry.acceptedBy ?? entry.declinedBy;
        if (actor && actor.uid !== entry.uid) await expect(row).toContainText(actor.name);
      }
    }
    const states = document.route?.steps.map(({ state }) => STEPS[state]) ?? [];
    const steps = page.getByRole('region', { name: 'Согласование' }).getByRole('heading', { level: 3 });
    await expect(steps).toContainText(states);
  }

  async function compareList(document: Document): Promise<void> {
    const filter = document.state === 'cancelled' ? '&state=cancelled' : '';
    await page.goto(`/docflow/list/?limit=50${filter}`);
    const row = page.getByRole('row').filter({ hasText: document.title });
    await expect(row).toContainText(stateLabel(document));
    for (const { name } of [...document.acceptor, ...document.recipient].filter(isAsked))
      await expect(row).toContainText(name);
    if (document.state !== 'cancelled') return;
    await page.goto('/docflow/list/?limit=50');
    await expect(page.getByText('Документов пока нет.')).toBeVisible();
  }

  async function packageOf(): Promise<Buffer> {
    const answer = await request.get(`/api/informator/docflow/${id}/package`, { headers: author.calls.headers });
    expect(answer.status()).toBe(200);
    return answer.body();
  }

  async function comparePackage(document: Document): Promise<void> {
    const said = bare(textOfPdf(await packageOf()));
    const has = (...words: readonly string[]) => expect(said).toContain(bare(words.join('')));
    has(document.title);
    has('Версия: ', String(document.version), 'Хэш версии: ', document.hash);
    if (document.cancelled) has('Аннулирован');
    else has('Состояние: ', stateLabel(document));
    if (document.cancelled) has('Причина: ', document.cancelled.reason);
    for (const entries of [document.acceptor, document.recipient]) {
      for (const entry of entries) {
        const { name, position, reason } = entry;
        has(name, position && `, ${position}`, wordsOf(entry, entries === document.acceptor).sheet);
        if (reason !== '') has('Причина: ', reason);
        const actor = entry.acceptedBy ?? entry.declinedBy;
        if (actor && actor.uid !== entry.uid) has('Решение заместителя: ', actor.name);
      }
    }
  }

  async function compareJournal(document: Document, { event, by, says = [] }: Outcome): Promise<void> {
    const { entries } = await admin.get<JournalListAnswer>(`/docflow/journal?document=${id}&limit=100`);
    const [entry] = entries.filter((one) => one.event !== 'package taken');
    expect([entry?.event, entry?.by?.name ?? null]).toEqual([event, by?.name ?? entry?.by?.name]);
    for (const sentence of says) expect(entry?.says).toContain(sentence);
    const history = await author.calls.get<DocumentChange[]>(`/docflow/${id}/history`);
    expect(entries.map((one) => one.event)).toEqual(history.map((one) => one.event));
    await journal.goto(`/setting/edit/documents-journal?document=${id}&event=${encodeURIComponent(event)}`);
    const row = journal.getByRole('list', { name: 'Записи журнала документов' }).getByRole('listitem').first();
    await expect(row).toContainText(JOURNAL_TITLES[event]);
    await expect(row).toContainText(quoted(document.title));
    for (const sentence of entry?.says ?? []) await expect(row).toContainText(sentence);
  }

  return {
    packageOf,
    /** The document as the service answers it to its author. */
    document: () => author.calls.get<Document>(`/docflow/${id}`),
    /** Compares all places after an act; resolves to the document. */
    async compare(outcome: Outcome): Promise<Document> {
      const document = await author.calls.get<Document>(`/docflow/${id}`);
      expect(stateLabel(document)).toBe(outcome.state);
      await compareMails(document, outcome);
      await comparePage(document);
      await compareList(document);
      await comparePackage(document);
      await compareJournal(document, outcome);
      return document;
    },
  };
}

const STEPS = {
  done: 'пройден',
  current: 'сейчас',
  waiting: 'позже',
  declined: 'отклонён',
  spared: 'не понадобился',
} as const;
