import { Columns2, FileSpreadsheet, FileUp, History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../../rules/format/texts.ts';
import { askMatrix } from '../../lib/access/access-calls.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { compare, history, matrix, matrixErrors } from '../../lib/access/access-texts.ts';
import { rightsFile } from '../../lib/access/rights-file-texts.ts';
import { saveFile } from '../../lib/platform/copy-and-save.ts';
import { failureText } from '../../lib/platform/http-client.ts';
import { now } from '../../lib/platform/now.ts';
import { site } from '../../lib/platform/site.ts';
import { chunk } from '../ui/chunk.tsx';
import { Button } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { ChangeHistory } from './ChangeHistory.tsx';
import { CompareRoles } from './CompareRoles.tsx';

const RightsFile = chunk(() => import('./RightsFile.tsx'), null);

interface Props {
  readonly state: AccessState;
  /** Stands at the beginning. */
  readonly children: ReactNode;
}

/** Above the rights: how they look, and what can be done with them as a whole. */
export function AccessTools({ state, children }: Props) {
  const [open, setOpen] = useState<'compare' | 'history' | 'file' | null>(null);
  const { busy: loading, failure, run } = useCall();

  const download = () => run(async () => saveFile(await askMatrix(), matrix.fileName(formatDay(now(), site.timeZone))));

  return (
    <div className="access-tools below-12 row middle gap-8-16">
      {children}
      <div className="row gap-4-12">
        <Button kind="quiet" onClick={() => setOpen('compare')}>
          <Columns2 aria-hidden="true" />
          {compare.button}
        </Button>
        <Button kind="quiet" busy={loading} onClick={() => void download()}>
          {!loading && <FileSpreadsheet aria-hidden="true" />}
          {loading ? matrix.loading : matrix.button}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('file')}>
          <FileUp aria-hidden="true" />
          {rightsFile.button}
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
      {open === 'file' && <RightsFile unsaved={state.changed.size > 0} onClose={() => setOpen(null)} />}
      {open === 'history' && <ChangeHistory onClose={() => setOpen(null)} />}
    </div>
  );
}
