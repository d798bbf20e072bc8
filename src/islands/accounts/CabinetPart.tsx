// The frame that all foldable parts of the cabinet (the pages of a user's own account) share: heading, outcome,
// failure; with hooks for the account shown.
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/accounts.ts';
import { leaveToAuth } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { session } from '../../lib/platform/session.ts';
import { $account, $hint } from '../../lib/platform/session-store.ts';
import { Failed, Message } from '../ui/controls.tsx';

/** The state of a part: `say` shows what was done and moves the focus to the heading, because the button is gone. */
export function useCabinetPart() {
  const [said, setSaid] = useState('');
  const summary = useRef<HTMLElement>(null);
  const say = (text: string): void => {
    setSaid(text);
    if (text) requestAnimationFrame(() => summary.current?.focus());
  };
  return { said, summary, say };
}

interface Props {
  readonly part: ReturnType<typeof useCabinetPart>;
  readonly texts: { readonly heading: string; readonly lead: string; readonly loading: string };
  readonly failure: Failure | null;
  readonly loading: boolean;
  readonly onLoad: () => void;
  readonly children: ReactNode;
}

/** A foldable part of the cabinet that loads what it shows. */
export function CabinetPart({ part, texts, failure, loading, onLoad, children }: Props) {
  const { said, summary } = part;
  return (
    <details className="panel cabinet-part below-20" open>
      <summary ref={summary}>{texts.heading}</summary>
      <p className="muted small">{texts.lead}</p>
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      {failure && <Failed failure={failure} onAgain={onLoad} />}
      {loading && !failure && <p role="status">{texts.loading}</p>}
      {children}
    </details>
  );
}

interface DoneProps {
  readonly kind?: 'success' | 'warning';
  readonly text: string;
  readonly toCabinet: string;
}

/** What came of a change of one's own account, in place of its form, with a link to the cabinet. */
export const DoneInCabinet = ({ kind = 'success', text, toCabinet }: DoneProps) => (
  <Message
    kind={kind}
    actions={
      <a ref={focusOnce} className="button main" href={paths.user}>
        {toCabinet}
      </a>
    }>
    {text}
  </Message>
);

/** The form took the focus with it. */
const focusOnce = (link: HTMLAnchorElement | null) => link?.focus();

/** The account of the signed-in user, null until it is known; without one it leaves for the sign-in page. */
export function useAccount(): AccountAnswer | null {
  const account = useLastKnown(useStore($account));
  useEffect(() => {
    if ($account.get()) return;
    // A session that is over leaves by itself; a server that does not answer is reported here.
    session.restore().then(() => {
      if (!$account.get()) leaveToAuth({ kind: $hint.get() ? 'server' : 'login' });
    });
  }, []);
  return account;
}

/** The last value that was there: a page goes on showing it while its session is being renewed. */
export function useLastKnown<T>(value: T | null): T | null {
  const [kept, setKept] = useState(value);
  if (value !== null && value !== kept) setKept(value);
  return value ?? kept;
}
