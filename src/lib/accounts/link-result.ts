// Script of the pages that a mailed link opens (confirm an e-mail, get a new password): calls the API when the button
// is pressed, shows the outcome.
import type { MailTrouble } from '../../../contract/accounts/accounts.ts';
import { matcherOf, ROUTES } from '../../../rules/routes.ts';
import { outcomeOf } from '../platform/http-client.ts';
import { tabMemory } from '../platform/tab-memory.ts';
import { linkResult, linkResults } from './auth-texts.ts';
import { spendToken } from './sign-in-calls.ts';

/** How the call of a mailed link ended; `taken`: its address belongs to another account; `unreached` says nothing about the link itself. */
type Outcome = 'done' | 'failed' | 'taken' | 'unreached';

interface Spent {
  readonly outcome: Outcome;
  readonly mailTrouble?: MailTrouble | undefined;
}

const KINDS = ['confirm', 'forgot'] as const;

/** Session storage key of what became of a link that has worked: a reload must not spend it again, and says the same. */
const spentKey = (): string => `auth.link ${location.pathname}`;

/** Acts only when its button is pressed: programs that look at mails open links too. */
export function startLinkResult(): void {
  const panel = document.querySelector<HTMLElement>('.link-result');
  const kind = KINDS.find((name) => name === panel?.dataset.kind);
  const token = kind && matcherOf(ROUTES[kind])(location.pathname)?.[1];
  if (!panel || !kind || token === undefined) return;
  const sayTrouble = (trouble: MailTrouble) =>
    panel.querySelector('[data-done]')?.replaceChildren(linkResult.notMailed[trouble]);
  const spent = tabMemory.getItem(spentKey());
  if (spent !== null) {
    if (spent === 'not set up' || spent === 'failing') sayTrouble(spent);
    show(panel, kind, 'done');
    return;
  }

  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    show(panel, kind, 'waiting');
    const { outcome, mailTrouble } = await spend(kind, token);
    if (mailTrouble) sayTrouble(mailTrouble);
    isRunning = false;
    show(panel, kind, outcome);
    // The button that was pressed is gone.
    panel.querySelector<HTMLElement>(outcome === 'unreached' ? '.for-unreached' : '.to-auth')?.focus();
  };
  for (const button of panel.querySelectorAll('button')) {
    button.disabled = false;
    button.addEventListener('click', () => void run());
  }
}

async function spend(kind: (typeof KINDS)[number], token: string): Promise<Spent> {
  const { value: answer, failure } = await outcomeOf(() => spendToken(kind, token));
  if (!failure) {
    tabMemory.setItem(spentKey(), answer.mailTrouble ?? 'done');
    return { outcome: 'done', mailTrouble: answer.mailTrouble };
  }
  if (failure.code === 'email is not unique') return { outcome: 'taken' };
  return { outcome: failure.kind === 'refused' ? 'failed' : 'unreached' };
}

function show(panel: HTMLElement, kind: (typeof KINDS)[number], outcome: Outcome | 'waiting'): void {
  const toggle = (name: string, shown: boolean) => {
    for (const part of panel.querySelectorAll<HTMLElement>(`.for-${name}`)) part.hidden = !shown;
  };
  toggle('ready', false);
  toggle('waiting', outcome === 'waiting');
  toggle('done', outcome === 'done');
  toggle('failed', outcome !== 'done' && outcome !== 'waiting');
  toggle('unreached', outcome === 'unreached');
  if (outcome === 'waiting') return;
  const { what, why } = wordsOf(kind, outcome);
  panel.querySelector('[data-what]')?.replaceChildren(what);
  panel.querySelector('[data-why]')?.replaceChildren(why);
}

function wordsOf(kind: (typeof KINDS)[number], outcome: Outcome): { what: string; why: string } {
  if (outcome === 'taken') return { what: linkResult.taken, why: linkResult.takenText };
  const { failed, failedText } = linkResults[kind];
  return { what: failed, why: outcome === 'unreached' ? `${linkResult.unreached} ${failedText}` : failedText };
}
