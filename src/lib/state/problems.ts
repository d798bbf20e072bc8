import type { StateAnswer } from '../../../contract/state.ts';
import { paths } from '../paths/paths.ts';
import { problemTexts as texts } from './problem-texts.ts';
import { serviceName } from './state-texts.ts';
import { roomText, spanText } from './state-words.ts';

/** Something that a person has to do something about. */
export interface Problem {
  /** Tells it apart from the others of the same answer. */
  readonly id: string;
  readonly kind: 'error' | 'warning';
  /** What is wrong. */
  readonly text: string;
  /** What to do. */
  readonly advice: string;
  /** Where to do it, if that is a page. */
  readonly href?: string;
}

/** Share of the disk below which there is little room. */
const DISK_LEAST = 0.1;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** What is wrong in an answer, the worst first. Pure: moments are counted from that of the answer. */
export function problemsOf(answer: StateAnswer): Problem[] {
  const now = Date.parse(answer.at);
  const since = (iso: string | null) => (iso === null ? 0 : now - Date.parse(iso));
  const found = [
    ...databaseProblems(answer),
    ...diskProblems(answer),
    ...storageProblems(answer),
    ...indexProblems(answer, since),
    ...backupProblems(answer, since),
    ...mailProblems(answer, since),
    ...siteProblems(answer),
    ...importProblems(answer),
    ...requestProblems(answer),
    ...contactProblems(answer),
    ...accountProblems(answer),
  ];
  return found.toSorted((one, other) => Number(one.kind === 'warning') - Number(other.kind === 'warning'));
}

type Since = (iso: string | null) => number;

const databaseProblems = ({ databases }: StateAnswer): Problem[] =>
  databases
    .filter(({ state }) => state === null)
    .map(({ name }) => ({
      ...{ id: `database ${name}`, kind: 'error' },
      ...texts.database(serviceName(name)),
    }));

function diskProblems({ disk }: StateAnswer): Problem[] {
  if (!disk || disk.free >= disk.size * DISK_LEAST) return [];
  const percent = Math.floor((disk.free / disk.size) * 100);
  return [{ id: 'disk', kind: 'error', ...texts.disk(roomText(disk.free), percent) }];
}

const storageProblems = ({ storage }: StateAnswer): Problem[] =>
  storage && !storage.answers ? [{ id: 'storage', kind: 'error', ...texts.storage }] : [];

function indexProblems({ index }: StateAnswer, since: Since): Problem[] {
  if (!index || since(index.asOf) < MINUTE) return [];
  return [{ id: 'index', kind: 'error', ...texts.index(spanText(since(index.asOf))) }];
}

function backupProblems({ backups }: StateAnswer, since: Since): Problem[] {
  if (!backups) return [];
  const { lastAt, error } = backups;
  if (error === '' && lastAt !== null && since(lastAt) < 25 * HOUR) return [];
  const age = lastAt === null ? null : spanText(since(lastAt));
  return [{ id: 'backups', kind: 'error', ...texts.backups(age, error) }];
}

const mailProblems = ({ mails }: StateAnswer, since: Since): Problem[] =>
  mails.flatMap(({ name, state }): Problem[] => {
    if (!state) return [];
    const href = paths.users;
    const what = serviceName(name);
    if (state.waiting > 0 && since(state.oldestAt) > HOUR) {
      const late = texts.mailsLate(what, state.waiting, spanText(since(state.oldestAt)), state.problem);
      return [{ id: `late mails ${name}`, kind: 'error', ...late, href }];
    }
    if (state.failed === 0) return [];
    return [
      {
        id: `failed mails ${name}`,
        kind: 'warning',
        ...texts.mailsFailed(what, state.failed, state.problem),
        href,
      },
    ];
  });

const siteProblems = ({ site }: StateAnswer): Problem[] =>
  site?.state === 'failed' ? [{ id: 'site', kind: 'error', ...texts.site(site.error) }] : [];

function importProblems({ imports }: StateAnswer): Problem[] {
  const [newest] = imports?.last ?? [];
  if (newest?.state !== 'failed' && newest?.state !== 'interrupted') return [];
  const href = paths.importRun(newest.id);
  return [{ id: 'import', kind: 'warning', ...texts.run(newest.fileName, newest.state), href }];
}

function requestProblems({ requests }: StateAnswer): Problem[] {
  if (!requests) return [];
  const { sent, senders, strangersMet, newcomersMet } = requests;
  const href = paths.requests;
  if (strangersMet) return [{ id: 'requests', kind: 'error', ...texts.requestsOver(sent), href }];
  if (newcomersMet) return [{ id: 'requests', kind: 'error', ...texts.requestsOfNewcomersOver, href }];
  return senders === 0
    ? []
    : [{ id: 'requests', kind: 'warning', ...texts.requestSenders(senders), href: paths.journal }];
}

const contactProblems = ({ placeholders }: StateAnswer): Problem[] =>
  placeholders.length === 0
    ? []
    : [{ id: 'contacts', kind: 'warning', ...texts.contacts(placeholders.join(', ')) }];

function accountProblems({ accounts }: StateAnswer): Problem[] {
  if (!accounts) return [];
  const { openAdministrators, withoutEmail, trustsSignUps } = accounts;
  const found: Problem[] = [];
  if (trustsSignUps) found.push({ id: 'unproven e-mails', kind: 'warning', ...texts.trustsSignUps });
  if (withoutEmail.length > 0)
    found.push({ id: 'same e-mails', kind: 'warning', ...texts.sameEmails(withoutEmail.join(', ')) });
  if (openAdministrators > 0) {
    const href = paths.secondFactor;
    found.push({
      id: 'open administrators',
      kind: 'warning',
      ...texts.openAdministrators(openAdministrators),
      href,
    });
  }
  return found;
}
