import { useState } from 'react';
import type { AccessChange, AccessRestore } from '../../../contract/access.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { askEarlier, restoreEarlier } from '../../lib/access/access-calls.ts';
import { matrixErrors } from '../../lib/access/access-texts.ts';
import { restore as texts } from '../../lib/access/grid-texts.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { ChangeBoxes } from './ChangeBoxes.tsx';

interface Shown {
  readonly difference: AccessRestore;
  readonly version: string | null;
}

interface Props {
  readonly row: AccessChange;
  /** The role is again as it was; with its title. */
  readonly onDone: (role: string) => void;
}

/** The way back to how a role stood before a change: the difference first, then one more yes. */
export function RestoreChange({ row, onDone }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  async function attempt(act: () => Promise<void>) {
    setBusy(true);
    setSaid('');
    try {
      await act();
    } catch (error) {
      const failure = failureOf(error);
      askIfEnded(failure);
      if (failure.kind === 'in-use') {
        setShown(await askEarlier(row.id).catch(() => null));
        setSaid(texts.changed);
      } else setSaid(failureText(failure, matrixErrors));
    }
    setBusy(false);
  }
  const show = () => attempt(async () => setShown(await askEarlier(row.id)));
  const put = ({ version, difference }: Shown) =>
    attempt(async () => {
      await restoreEarlier(row.id, version);
      onDone(difference.role.title);
    });

  return (
    <div className="restore">
      {shown ? (
        <Earlier shown={shown} busy={busy} onPut={() => void put(shown)} onLeave={() => setShown(null)} />
      ) : (
        <Button
          kind="quiet"
          busy={busy}
          aria-label={texts.openOf(row.subject, formatMoment(new Date(row.at), site.timeZone))}
          onClick={() => void show()}
        >
          {busy ? texts.loading : texts.open}
        </Button>
      )}
      <div role="alert">{said && <p className="field-error">{said}</p>}</div>
    </div>
  );
}

interface EarlierProps {
  readonly shown: Shown;
  readonly busy: boolean;
  readonly onPut: () => void;
  readonly onLeave: () => void;
}

function Earlier({ shown: { difference }, busy, onPut, onLeave }: EarlierProps) {
  const isSame = difference.addedCount + difference.removedCount === 0;
  return (
    <div className="restore-difference" role="status">
      <p>{isSame ? texts.same : texts.heading(difference.role.title)}</p>
      <ChangeBoxes kind="added" names={difference.added} count={difference.addedCount} />
      <ChangeBoxes kind="removed" names={difference.removed} count={difference.removedCount} />
      {difference.missing > 0 && <p className="small">{texts.missing(difference.missing)}</p>}
      <div className="buttons">
        <Button onClick={onLeave}>{texts.cancel}</Button>
        {!isSame && (
          <Button kind="main" busy={busy} onClick={onPut}>
            {busy ? texts.saving : texts.confirm}
          </Button>
        )}
      </div>
    </div>
  );
}
