// Script of the pages that a mailed link opens (confirm an e-mail, get a new password): calls the API when the button
// is pressed, shows the outcome.
import { matcherOf, ROUTES } from '../../../rules/routes.ts';
import { attempt } from '../platform/http-client.ts';
import { tabMemory } from '../platform/tab-memory.ts';
import { linkResult, linkResults } from './auth-texts.ts';
import { spendToken } from './sign-in-calls.ts';

/** How the call of a mailed link ended; `taken`: its address belongs to another account; `unreached` says nothing about the link itself. */
type Outcome = 'done' | 'failed' | 'taken' | 'unreached';

const KINDS = ['confirm', 'forgot'] as const;

/** Session storage key under which a link that has worked is remembered: a reload must not spend it again. */
const spentKey = (): string => `auth.link ${location.pathname}`;

/** Acts only when its button is pressed: programs that look at mails open links too. */
export function startLinkResult(): void {
  const panel = document.querySelector<HTMLElement>('.link-result');
  const kind = KINDS.find((name) => name === panel?.dataset.kind);
  const token = kind && matcherOf(ROUTES[kind])(location.pathname)?.[1];
  if (!panel || !kind || token === undefined) return;
  if (tabMemory.getItem(spentKey()) !== null) {
    show(panel, kind, 'done');
    return;
  }

  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    show(panel, kind, 'waiting');
    const outcome = await spend(kind, token);
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

async function spend(kind: (typeof KINDS)[number], token: string): Promise<Outcome> {
  const failure = await attempt(() => spendToken(kind, token));
  if (!failure) {
    tabMemory.setItem(spentKey(), 'done');
    return 'done';
  }
  if (failure.code === 'email is not unique') return 'taken';
  return failure.kind === 'refused' ? 'failed' : 'unreached';
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
