import { turnedAway } from '../../lib/accounts/auth-texts.ts';
import { paths } from '../../lib/paths/paths.ts';

interface TurnedAwayProps {
  readonly why: 'forbidden' | 'failed';
  /** The page that did not open. */
  readonly from: string;
}

/** A page did not open for a reason that signing in does not cure: says it and offers ways on. */
export function TurnedAway({ why, from }: TurnedAwayProps) {
  const { heading, text } = turnedAway[why];
  return (
    <>
      <h1>{heading}</h1>
      <p role="alert">{text}</p>
      <div className="buttons">
        {from !== paths.home && (
          <a className="button main" href={from}>
            {turnedAway.again}
          </a>
        )}
        <a className="button" href={paths.home}>
          {turnedAway.home}
        </a>
        {why === 'forbidden' && (
          <a className="button quiet" href={paths.signout}>
            {turnedAway.otherAccount}
          </a>
        )}
      </div>
    </>
  );
}
