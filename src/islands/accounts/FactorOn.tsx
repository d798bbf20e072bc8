import type { FactorAnswer } from '../../../contract/mauth.ts';
import { formatDay } from '../../../rules/format/day.ts';
import { ownAccountErrors } from '../../lib/accounts/own-account-errors.ts';
import { factorCalls } from '../../lib/accounts/second-factor-calls.ts';
import { secondFactor as texts } from '../../lib/accounts/second-factor-texts.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';
import { Message } from '../ui/Message.tsx';

/** Recovery codes of which it is time to make new ones. */
const FEW = 3;

interface Props {
  readonly state: FactorAnswer & { readonly since: string };
  readonly onReplace: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onRemoved: () => void;
}

/** Calls, and tells a refusal in the dialog that asked. */
async function attempt(call: () => Promise<void>): Promise<Confirmed> {
  try {
    await call();
    return { done: true };
  } catch (error) {
    return { refused: failureText(failureOf(error), ownAccountErrors) };
  }
}

/** A second factor that is in use: since when, and what can be done about it. */
export function FactorOn({ state: { since, codesLeft, required }, onReplace, onCodes, onRemoved }: Props) {
  const renew = async () => onCodes(await factorCalls.renewCodes());
  const remove = async () => {
    await factorCalls.remove();
    onRemoved();
  };
  return (
    <>
      <p>{texts.since(formatDay(new Date(since), site.timeZone))}</p>
      {codesLeft < FEW ? (
        <Message kind="warning">{texts.fewCodes(codesLeft)}</Message>
      ) : (
        <p>{texts.codesLeft(codesLeft)}</p>
      )}
      {required && <p className="muted">{texts.required}</p>}
      <div className="buttons">
        <ConfirmButton
          className="button"
          question={texts.renewQuestion}
          details={texts.renewDetails}
          yes={texts.renewYes}
          onConfirm={() => attempt(renew)}
        >
          {texts.renew}
        </ConfirmButton>
        <Button onClick={onReplace}>{texts.replace}</Button>
        {!required && (
          <ConfirmButton
            className="button"
            question={texts.removeQuestion}
            details={texts.removeDetails}
            yes={texts.remove}
            onConfirm={() => attempt(remove)}
          >
            {texts.remove}
          </ConfirmButton>
        )}
        <a className="button" href={paths.user}>
          {texts.toCabinet}
        </a>
      </div>
    </>
  );
}
