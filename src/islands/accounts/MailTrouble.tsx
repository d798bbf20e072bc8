// What administrators see where mails do not leave: a notice on the page, and at a person the link to hand over.
import { useStore } from '@nanostores/react';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { HandedLinkAnswer } from '../../../contract/accounts/accounts.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { accountErrors } from '../../lib/accounts/account-texts.ts';
import * as mailTrouble from '../../lib/accounts/mail-trouble.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { site } from '../../lib/platform/site.ts';
import { Button, CopyButton, Field, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';

const { $mailTrouble, mailTroubles: texts } = mailTrouble;

/** Nothing where mails leave. Asks the server once, for the links below it too. */
export function MailNotice() {
  const trouble = useStore($mailTrouble);
  useEffect(() => void mailTrouble.loadMailTrouble(), []);
  return (
    trouble && (
      <Message
        kind="warning"
        actions={
          <a className="button" href={paths.state}>
            {texts.state}
          </a>
        }>
        {texts.notices[trouble]}
      </Message>
    )
  );
}

/** What was done: a failed part is a warning, with the link to hand over in place of a mail that did not leave. */
export function Outcome({ said }: { readonly said: mailTrouble.Said | null }) {
  if (said?.kind !== 'warning')
    return (
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said?.text}
      </p>
    );
  return (
    <div>
      <Message kind="warning">
        <TriangleAlert size={18} aria-hidden="true" /> {said.text}
      </Message>
      {said.linkFor !== undefined && <HandOverLink key={said.text} email={said.linkFor} />}
    </div>
  );
}

/** The button that makes a link for the owner of an account, and the link; nothing where mails leave. */
export function HandOverLink({ email }: { readonly email: string }) {
  const trouble = useStore($mailTrouble);
  const [made, setMade] = useState<HandedLinkAnswer | null>(null);
  const { busy, failure, run } = useCall();
  if (trouble === null) return null;
  return (
    <div className="stack gap-8 above-12 below-12">
      <div className="buttons">
        <Button
          busy={busy}
          aria-label={texts.getLinkOf(email)}
          onClick={() => void run(async () => setMade(await mailTrouble.makeLink(email)))}>
          {texts.getLink}
        </Button>
      </div>
      {failure && <Message kind="error">{failureText(failure, accountErrors)}</Message>}
      {made && (
        <>
          <Field
            label={texts.link(email)}
            hint={texts.linkHint(made, formatMoment(new Date(made.until), site.timeZone))}>
            {(control) => (
              <input
                {...control}
                type="text"
                readOnly
                value={made.link}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
            )}
          </Field>
          <p className="flush">
            <CopyButton wide text={made.link} label={texts.copy} done={texts.copied} />
          </p>
        </>
      )}
    </div>
  );
}
