// Texts of mails about documents.
import { byEvent, type SignatoryKind } from '../../../contract/documents/words.ts';
import { layOutMail, type MailText, type Paragraph } from '../../platform/mail/mail.ts';
import type { Notification, NotificationKind } from '../changes/notification-rules.ts';
import { DECISION_TEXTS, type MailWording } from '../document/decision-texts.ts';

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
}

interface DocumentMailTexts {
  about(notice: Notification, news: NotificationKind, addressee: Addressee): MailText;
  digest(pending: Pending, name: string): MailText;
}

/** The mails of a site, whose address is read each time: a free port is known only after listening. */
export function createDocumentMailTexts(site: () => string, timeZone: string): DocumentMailTexts {
  const day = new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone });
  return {
    about: (notice, news, { name, insteadOf }) => {
      const { document, reason } = notice;
      const { subject, says } = WORDING[news];
      const title = shortened(document.title);
      return layOutMail(`${subject}: ${title}`, [
        greeting(name),
        says(personOf(notice)),
        `${document.type} № ${document.num} от ${day.format(document.createdAt)}: «${document.title}».`,
        ...(reason === '' ? [] : [`Причина: ${reason}`]),
        ...(insteadOf === null ? [] : [`Вы получили это письмо, потому что замещаете: ${insteadOf}.`]),
        { link: `${site()}/docflow/${document.id}`, label: 'Открыть документ' },
        SETTINGS,
      ]);
    },

    digest: ({ toSign, toAcknowledge, insteadOf }, name) =>
      layOutMail('Документы ждут вашего решения', [
        greeting(name),
        ...(toSign === 0
          ? []
          : [`Ждут согласования: ${toSign}.`, list(site(), 'acceptor', 'Документы на согласование')]),
        ...(toAcknowledge === 0
          ? []
          : [`Ждут ознакомления: ${toAcknowledge}.`, list(site(), 'recipient', 'Документы на ознакомление')]),
        ...(insteadOf === 0 ? [] : [`Из них за тех, кого вы замещаете: ${insteadOf}.`]),
        SETTINGS,
      ]),
  };
}

const SETTINGS = 'Отключить письма о документах можно в личном кабинете.';

const WORDING: Readonly<Record<NotificationKind, MailWording>> = {
  ...byEvent((name) => DECISION_TEXTS[name].mail),
  'asked to sign': {
    subject: 'На согласование',
    says: (who) => `Документ ждёт вашего согласования. Отправитель: ${who}.`,
  },
  'asked to acknowledge': {
    subject: 'На ознакомление',
    says: (who) => `С документом нужно ознакомиться. Последнее действие: ${who}.`,
  },
  reminded: { subject: 'Напоминание', says: (who) => `Документ всё ещё ждёт вашего решения. Напоминает: ${who}.` },
  'new version': {
    subject: 'Новая версия',
    says: (who) => `Документ изменён, прежние подписи сняты. Автор изменения: ${who}.`,
  },
  'due soon': { subject: 'Скоро срок', says: () => 'Документ ждёт вашего решения, и срок скоро истекает.' },
  overdue: { subject: 'Срок истёк', says: () => 'Документ ждёт вашего решения, срок уже истёк.' },
  escalated: {
    subject: 'Решение перешло к вам',
    says: () => 'Документ не согласовали в срок. Теперь решить по нему можете и вы.',
  },
  stuck: { subject: 'Документ застрял', says: () => 'Шаг согласования не завершён: срок истёк или решить некому.' },
  'asked a question': {
    subject: 'Вопрос автору',
    says: (who) => `По вашему документу задан вопрос. Спрашивает: ${who}.`,
  },
  answered: { subject: 'Ответ на вопрос', says: (who) => `На ваш вопрос ответили. Отвечает: ${who}.` },
  mentioned: { subject: 'Вас упомянули', says: (who) => `Вас упомянули в обсуждении документа. Автор: ${who}.` },
  done: { subject: 'Завершено', says: (who) => `Документ согласован и прочитан всеми. Последнее действие: ${who}.` },
};

const greeting = (name: string): Paragraph => (name === '' ? 'Здравствуйте!' : `Здравствуйте, ${name}!`);

const list = (site: string, kind: SignatoryKind, label: string): Paragraph => ({
  link: `${site}/docflow/list/?${kind}=0&limit=50`,
  label,
});

const called = ({ name, email }: { readonly name: string; readonly email: string }) => name || email;

const personOf = ({ by, insteadOf }: Notification): string =>
  insteadOf === null ? called(by) : `${called(by)} (вместо: ${called(insteadOf)})`;

function shortened(title: string): string {
  const letters = [...title];
  return letters.length <= TITLE_SHOWN ? title : `${letters.slice(0, TITLE_SHOWN).join('')}…`;
}
