import { byEvent, type SignatoryKind } from '../../../contract/documents/words.ts';
import { type Letter, type Paragraph, writeLetter } from '../../platform/mail/mail.ts';
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

/** What waits for somebody's decision. */
export interface Pending {
  readonly toSign: number;
  readonly toAcknowledge: number;
  /** How many of them wait for signatories whom the addressee substitutes. */
  readonly insteadOf: number;
}

/** Letters about documents; `site` is where the site is reached, days are those of the time zone. */
interface DocumentMailTexts {
  about(notice: Notification, news: NotificationKind, addressee: Addressee): Letter;
  digest(pending: Pending, name: string): Letter;
}

/** The letters of a site whose address is asked for each time: a free port is known only once it is listened on. */
export function createDocumentMailTexts(site: () => string, timeZone: string): DocumentMailTexts {
  const day = new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone });
  return {
    about: (notice, news, { name, insteadOf }) => {
      const { document, reason } = notice;
      const { subject, says } = WORDING[news];
      const title = shortened(document.title);
      return writeLetter(`${subject}: ${title}`, [
        greeting(name),
        says(personOf(notice)),
        `${document.type} №\u00a0${document.num} от\u00a0${day.format(document.createdAt)}: «${document.title}».`,
        ...(reason === '' ? [] : [`Причина: ${reason}`]),
        ...(insteadOf === null ? [] : [`Вы\u00a0получили это письмо, потому что замещаете: ${insteadOf}.`]),
        { link: `${site()}/docflow/${document.id}`, label: 'Открыть документ' },
        SETTINGS,
      ]);
    },

    digest: ({ toSign, toAcknowledge, insteadOf }, name) =>
      writeLetter('Документы ждут вашего решения', [
        greeting(name),
        ...(toSign === 0
          ? []
          : [`Ждут согласования: ${toSign}.`, list(site(), 'acceptor', 'Документы на\u00a0согласование')]),
        ...(toAcknowledge === 0
          ? []
          : [`Ждут ознакомления: ${toAcknowledge}.`, list(site(), 'recipient', 'Документы на\u00a0ознакомление')]),
        ...(insteadOf === 0 ? [] : [`Из\u00a0них за\u00a0тех, кого вы\u00a0замещаете: ${insteadOf}.`]),
        SETTINGS,
      ]),
  };
}

const SETTINGS = 'Отключить письма о\u00a0документах можно в\u00a0личном кабинете.';

const WORDING: Readonly<Record<NotificationKind, MailWording>> = {
  ...byEvent((name) => DECISION_TEXTS[name].mail),
  'asked to sign': {
    subject: 'На\u00a0согласование',
    says: (who) => `Документ ждёт вашего согласования. Отправитель: ${who}.`,
  },
  'asked to acknowledge': {
    subject: 'На\u00a0ознакомление',
    says: (who) => `С\u00a0документом нужно ознакомиться. Последнее действие: ${who}.`,
  },
  reminded: {
    subject: 'Напоминание',
    says: (who) => `Документ всё ещё ждёт вашего решения. Напоминает: ${who}.`,
  },
  'new version': {
    subject: 'Новая версия',
    says: (who) => `Документ изменён, прежние подписи сняты. Автор изменения: ${who}.`,
  },
  'due soon': {
    subject: 'Скоро срок',
    says: () => 'Документ ждёт вашего решения, и\u00a0срок скоро истекает.',
  },
  overdue: { subject: 'Срок истёк', says: () => 'Документ ждёт вашего решения, срок уже истёк.' },
  escalated: {
    subject: 'Решение перешло к\u00a0вам',
    says: () => 'Документ не\u00a0согласовали в\u00a0срок. Теперь решить по\u00a0нему можете\u00a0и\u00a0вы.',
  },
  stuck: {
    subject: 'Документ застрял',
    says: () => 'Шаг согласования не\u00a0завершён: срок истёк или решить некому.',
  },
  'asked a question': {
    subject: 'Вопрос автору',
    says: (who) => `По\u00a0вашему документу задан вопрос. Спрашивает: ${who}.`,
  },
  answered: {
    subject: 'Ответ на\u00a0вопрос',
    says: (who) => `На\u00a0ваш вопрос ответили. Отвечает: ${who}.`,
  },
  mentioned: {
    subject: 'Вас упомянули',
    says: (who) => `Вас упомянули в\u00a0обсуждении документа. Автор: ${who}.`,
  },
  done: {
    subject: 'Завершено',
    says: (who) => `Документ согласован и\u00a0прочитан всеми. Последнее действие: ${who}.`,
  },
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
