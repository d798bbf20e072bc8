// Texts of mails about documents.
import type { DecisionEvent, SignatoryKind } from '../../../contract/documents/words.ts';
import { DIGEST_DOCUMENTS_SHOWN } from '../../../contract/limits.ts';
import { layOutMail, type MailText, type Paragraph } from '../../platform/mail/mail.ts';
import type { Notification, NotificationKind } from '../changes/notification-rules.ts';
import { calledName } from '../document/document.ts';

/** Characters of a title that a subject carries. */
const TITLE_SHOWN = 120;

export interface Addressee {
  readonly name: string;
  /** The signatory whom the addressee substitutes here; null: none. */
  readonly insteadOf: string | null;
}

/** Subject and addressee (by uid) of a mail; both are checked again before it is sent. */
export type MailSubject =
  | {
      readonly uid: string;
      readonly document: number;
      readonly news: NotificationKind;
      /** The signatory whom the addressee substitutes here; null: none. */
      readonly insteadOf: string | null;
    }
  | { readonly uid: string; readonly digestOf: string };

export interface Pending {
  readonly toSign: number;
  readonly toAcknowledge: number;
  /** How many of them wait for signatories whom the addressee substitutes. */
  readonly insteadOf: number;
  /** What waits longest first; one more than a digest names stands for all that are left. */
  readonly documents: readonly DigestDocument[];
}

/** Moments are milliseconds since the epoch. */
export interface DigestDocument {
  readonly id: number;
  readonly num: number;
  readonly title: string;
  readonly createdAt: number;
  /** Null: unknown. */
  readonly since: number | null;
  readonly dueAt: number | null;
  /** The signatory whom the addressee substitutes; empty: the addressee is the signatory. */
  readonly insteadOf: string;
}

interface DocumentMailTexts {
  about(notice: Notification, news: NotificationKind, addressee: Addressee): MailText;
  digest(pending: Pending, name: string): MailText;
}

/** The mails of a site, whose address is read each time: a free port is known only after listening. */
export function createDocumentMailTexts(site: () => string, timeZone: string): DocumentMailTexts {
  const day = new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone });
  /** A document of a digest: what it is and since when it waits, and its address. */
  const named = ({ id, num, title, createdAt, since, dueAt, insteadOf }: DigestDocument): Paragraph[] => {
    const facts = [
      ...(since === null ? [] : [`ждёт с ${day.format(since)}`]),
      ...(dueAt === null ? [] : [`срок ${day.format(dueAt)}`]),
      ...(insteadOf === '' ? [] : [`вы замещаете сотрудника: ${insteadOf}`]),
    ];
    const said = `№ ${num} от ${day.format(createdAt)} «${shortened(title)}»`;
    return [
      facts.length === 0 ? `${said}.` : `${said}: ${facts.join(', ')}.`,
      { link: `${site()}/docflow/${id}`, label: 'Открыть документ' },
    ];
  };
  return {
    about: (notice, news, { name, insteadOf }) => {
      const { document, reason, quote } = notice;
      const { subject, says } = WORDING[news];
      const title = shortened(document.title);
      return layOutMail(`${subject}: ${title}`, [
        greeting(name),
        ...says(notice),
        `${document.type} № ${document.num} от ${day.format(document.createdAt)}: «${document.title}».`,
        ...(quote === '' ? [] : [`«${quote}»`]),
        ...(reason === '' ? [] : [`Причина: ${reason}`]),
        ...(insteadOf === null ? [] : [`Вы получили это письмо, потому что замещаете сотрудника: ${insteadOf}.`]),
        { link: `${site()}/docflow/${document.id}`, label: 'Открыть документ' },
        SETTINGS,
      ]);
    },

    digest: ({ toSign, toAcknowledge, insteadOf, documents }, name) =>
      layOutMail('Документы ждут вашего решения', [
        greeting(name),
        ...(toSign === 0
          ? []
          : [`Ждут согласования: ${toSign}.`, list(site(), 'acceptor', 'Документы на согласование')]),
        ...(toAcknowledge === 0
          ? []
          : [`Ждут ознакомления: ${toAcknowledge}.`, list(site(), 'recipient', 'Документы на ознакомление')]),
        ...(insteadOf === 0 ? [] : [`Из них за тех, кого вы замещаете: ${insteadOf}.`]),
        ...documents.slice(0, DIGEST_DOCUMENTS_SHOWN).flatMap(named),
        ...(documents.length > DIGEST_DOCUMENTS_SHOWN
          ? ['Это не все документы: остальные в списках по ссылкам выше.']
          : []),
        SETTINGS,
      ]),
  };
}

const SETTINGS = 'Отключить письма о документах можно в личном кабинете.';

interface Wording {
  readonly subject: string;
  /** Paragraphs between the greeting and the name of the document. */
  readonly says: (notice: Notification) => readonly string[];
}

/** What a mail says of each event. Of a decision: who made it, at which step, and who is asked now. */
const WORDING: Readonly<Record<NotificationKind, Wording>> = {
  signed: { subject: 'Подписано', says: (notice) => [...decided('Документ подписан', notice), standing(notice)] },
  acknowledged: {
    subject: 'Ознакомление',
    says: (notice) => [...decided('Ознакомление подтверждено', notice), standing(notice)],
  },
  declined: { subject: 'Отклонено', says: (notice) => decided('Документ отклонён', notice) },
  approved: {
    subject: 'Согласован',
    says: (notice) => [...decided('Документ согласован. Последняя подпись', notice), standing(notice)],
  },
  done: {
    subject: 'Завершён',
    // An edit that takes off the last one who was asked completes it too.
    says: (notice) =>
      notice.decision
        ? decided('Документ завершён: больше никого не ждём. Последнее решение', notice)
        : [`Документ завершён: больше никого не ждём. Автор изменения: ${calledName(notice.by)}.`],
  },
  'decision withdrawn': {
    subject: 'Решение отозвано',
    says: (notice) => [`Решение отозвано: ${calledName(notice.by)}. ${withdrawn(notice)}`, standing(notice)],
  },
  'no longer asked': {
    subject: 'Решение пока не нужно',
    says: ({ by }) => [
      `Вашего решения пока не ждут: отозвано предыдущее (${calledName(by)}). Мы напишем, когда оно понадобится.`,
    ],
  },
  cancelled: {
    subject: 'Аннулирован',
    says: ({ by }) => [`Документ аннулирован: ${calledName(by)}. Решений по нему больше не ждут.`],
  },
  'asked to sign': {
    subject: 'На согласование',
    says: ({ document }) => [`Документ ждёт вашего согласования. Автор: ${document.author}.`],
  },
  'asked to acknowledge': {
    subject: 'На ознакомление',
    says: ({ document }) => [`С документом нужно ознакомиться. Автор: ${document.author}.`],
  },
  reminded: {
    subject: 'Напоминание',
    says: ({ by }) => [`Документ всё ещё ждёт вашего решения. Напоминает: ${calledName(by)}.`],
  },
  'new version': {
    subject: 'Новая версия',
    says: ({ by }) => [`Документ изменён, прежние решения сняты. Автор изменения: ${calledName(by)}.`],
  },
  'due soon': { subject: 'Скоро срок', says: () => ['Документ ждёт вашего решения, и срок скоро истекает.'] },
  overdue: { subject: 'Срок истёк', says: () => ['Документ ждёт вашего решения, срок уже истёк.'] },
  escalated: {
    subject: 'Решение перешло к вам',
    says: () => ['Те, кого спросили раньше, не решили в срок или не могут решить. Теперь решить можете и вы.'],
  },
  stuck: {
    subject: 'Документ застрял',
    says: (notice) => ['Шаг согласования не завершён: срок истёк или решить некому.', standing(notice)],
  },
  'asked a question': {
    subject: 'Вопрос автору',
    says: ({ by }) => [`По вашему документу задан вопрос. Спрашивает: ${calledName(by)}.`],
  },
  answered: { subject: 'Ответ на вопрос', says: ({ by }) => [`На ваш вопрос ответили. Отвечает: ${calledName(by)}.`] },
  mentioned: {
    subject: 'Вас упомянули',
    says: ({ by }) => [`Вас упомянули в обсуждении документа. Автор: ${calledName(by)}.`],
  },
};

/** «Документ подписан: Иванов Б., юрист (замещает сотрудника: Петрова А.).» and the step on its own line. */
function decided(what: string, { by, decision }: Notification): string[] {
  if (!decision) return [`${what}: ${calledName(by)}.`];
  const { insteadOf, position, step } = decision;
  const who = [decision.by, position].filter(Boolean).join(', ');
  const said = `${what}: ${who}${substitutes(insteadOf)}.`;
  return step === '' ? [said] : [said, `${step}.`];
}

const substitutes = (insteadOf: string | null): string =>
  insteadOf === null ? '' : ` (замещает сотрудника: ${insteadOf})`;

const WITHDRAWN: Readonly<Record<DecisionEvent, string>> = {
  signed: 'Была подпись',
  acknowledged: 'Было ознакомление',
  declined: 'Было отклонение',
};

function withdrawn({ decision }: Notification): string {
  if (!decision) return '';
  const { event, by, insteadOf, step } = decision;
  const who = `${WITHDRAWN[event]}: ${by}${substitutes(insteadOf)}.`;
  return step === '' ? who : `${who} ${step}.`;
}

/** Names of those asked that a mail shows. */
const ASKED_SHOWN = 5;

function standing({ document: { state, asked } }: Notification): string {
  if (state === '') return '';
  const more = asked.length > ASKED_SHOWN ? ` и ещё ${asked.length - ASKED_SHOWN}` : '';
  return asked.length === 0
    ? `Сейчас: ${state}.`
    : `Сейчас: ${state}. Ждём: ${asked.slice(0, ASKED_SHOWN).join(', ')}${more}.`;
}

const greeting = (name: string): Paragraph => (name === '' ? 'Здравствуйте!' : `Здравствуйте, ${name}!`);

const list = (site: string, kind: SignatoryKind, label: string): Paragraph => ({
  link: `${site}/docflow/list/?${kind}=0&limit=50`,
  label,
});

function shortened(title: string): string {
  const letters = [...title];
  return letters.length <= TITLE_SHOWN ? title : `${letters.slice(0, TITLE_SHOWN).join('')}…`;
}
