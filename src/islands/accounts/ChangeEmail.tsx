import { useState } from 'react';
import { changeEmail as texts } from '../../lib/accounts/cabinet-texts.ts';
import { portal } from '../../lib/portal/portal-texts.ts';
import { loadProfile } from '../../lib/session/own-profile.ts';
import { session } from '../../lib/session/session.ts';
import { DoneInCabinet } from './DoneInCabinet.tsx';
import { EmailForm } from './EmailForm.tsx';
import { useAccount } from './use-account.ts';

/** The change of one's own e-mail: by a link that goes to the new one, or at once where e-mails are not confirmed. */
export default function ChangeEmail() {
  const account = useAccount();
  const [done, setDone] = useState<{ readonly email: string; readonly former: string } | null>(null);

  async function finish(email: string, former: string) {
    setDone({ email, former });
    // Header and cabinet show what is true now.
    await session.restore();
    await loadProfile().catch(() => {});
  }

  if (done) {
    return <DoneInCabinet text={texts.done(done.email, done.former)} toCabinet={texts.toCabinet} />;
  }
  if (!account) return <p role="status">{portal.loading}</p>;
  return <EmailForm former={account.email} onDone={(email) => void finish(email, account.email)} />;
}
