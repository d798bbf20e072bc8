import { Columns2, FileSpreadsheet, History } from 'lucide-react';
import { useState } from 'react';
import { askMatrix } from '../../lib/access/access-calls.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { access, compare, history, matrix, matrixErrors } from '../../lib/access/access-texts.ts';
import { now } from '../../lib/browser/now.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { formatDay } from '../../lib/format/day.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { ChangeHistory } from './ChangeHistory.tsx';
import { CompareRoles } from './CompareRoles.tsx';

interface Props {
  readonly state: AccessState;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

/** Above the accordion: the search in it, and what can be done with the rights as a whole. */
export function AccessTools({ state, filter, onFilter }: Props) {
  const [open, setOpen] = useState<'compare' | 'history' | null>(null);
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function download() {
    setLoading(true);
    setFailure(null);
    try {
      saveFile(await askMatrix(), matrix.fileName(formatDay(now(), site.timeZone)));
    } catch (error) {
      const failed = failureOf(error);
      setFailure(failed);
      askIfEnded(failed);
    }
    setLoading(false);
  }

  return (
    <div className="access-tools">
      <search>
        <input
          type="search"
          className="data-list-search"
          aria-label={access.filter}
          placeholder={access.filter}
          autoComplete="off"
          value={filter}
          onChange={({ target }) => onFilter(target.value)}
        />
      </search>
      <div className="access-tool-buttons">
        <Button kind="quiet" onClick={() => setOpen('compare')}>
          <Columns2 aria-hidden="true" />
          {compare.button}
        </Button>
        <Button kind="quiet" busy={loading} onClick={() => void download()}>
          {!loading && <FileSpreadsheet aria-hidden="true" />}
          {loading ? matrix.loading : matrix.button}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('history')}>
          <History aria-hidden="true" />
          {history.button}
        </Button>
      </div>
      <div role="alert">
        {failure && (
          <p className="field-error">
            {matrix.failed} {failureText(failure, matrixErrors)}
          </p>
        )}
      </div>
      {open === 'compare' && <CompareRoles state={state} onClose={() => setOpen(null)} />}
      {open === 'history' && <ChangeHistory onClose={() => setOpen(null)} />}
    </div>
  );
}
