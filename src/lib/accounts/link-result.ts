import { matcherOf } from '../../../rules/routes/route-match.ts';
import { ROUTES } from '../../../rules/routes/routes.ts';
import { failureOf } from '../http/failure.ts';
import { tabMemory } from '../tab/tab-memory.ts';
import { linkResult, linkResults } from './auth-texts.ts';
import { spendToken } from './sign-in-calls.ts';

/** How the call of a mailed link ended; `taken`: its address is somebody else's; `unreached` says nothing about the link itself. */
type Outcome = 'done' | 'failed' | 'taken' | 'unreached';

const KINDS = ['confirm', 'forgot'] as const;

/** Session storage key under which a link that has worked is remembered: a reload must not spend it again. */
const spentKey = (): string => `auth.link ${location.pathname}`;

/** Spends the token of the address, once, and shows the card that says how it went. */
export async function startLinkResult(): Promise<void> {
  const panel = document.querySelector<HTMLElement>('.link-result');
  const kind = KINDS.find((name) => name === panel?.dataset.kind);
  const token = kind && matcherOf(ROUTES[kind])(location.pathname)?.[1];
  if (!panel || !kind || token === undefined) return;

  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    const outcome = await spend(kind, token);
    isRunning = false;
    show(panel, kind, outcome);
  };
  panel.querySelector('.for-unreached')?.addEventListener('click', () => void run());
  await isSeen();
  await run();
}

async function spend(kind: (typeof KINDS)[number], token: string): Promise<Outcome> {
  if (tabMemory.getItem(spentKey()) !== null) return 'done';
  try {
    await spendToken(kind, token);
    tabMemory.setItem(spentKey(), 'done');
    return 'done';
  } catch (error) {
    const { kind: failed, code } = failureOf(error);
    if (code === 'email is not unique') return 'taken';
    return failed === 'refused' ? 'failed' : 'unreached';
  }
}

function show(panel: HTMLElement, kind: (typeof KINDS)[number], outcome: Outcome): void {
  const { what, why } = wordsOf(kind, outcome);
  const toggle = (name: string, shown: boolean) => {
    for (const part of panel.querySelectorAll<HTMLElement>(`.for-${name}`)) part.hidden = !shown;
  };
  toggle('waiting', false);
  toggle('done', outcome === 'done');
  toggle('failed', outcome !== 'done');
  toggle('unreached', outcome === 'unreached');
  panel.querySelector('[data-what]')?.replaceChildren(what);
  panel.querySelector('[data-why]')?.replaceChildren(why);
}

/** What has failed, and why. */
function wordsOf(kind: (typeof KINDS)[number], outcome: Outcome): { what: string; why: string } {
  if (outcome === 'taken') return { what: linkResult.taken, why: linkResult.takenText };
  const { failed, failedText } = linkResults[kind];
  return {
    what: failed,
    why: outcome === 'unreached' ? `${linkResult.unreached} ${failedText}` : failedText,
  };
}

/** Waits until a page that the browser loaded ahead is really shown: links are spent only for people. */
function isSeen(): Promise<void> {
  if (!('prerendering' in document) || document.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) =>
    document.addEventListener('prerenderingchange', () => resolve(), { once: true }),
  );
}
