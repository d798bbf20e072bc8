import { useState } from 'react';
import { saveFile } from '../../lib/browser/save-file.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { positionsCalls } from '../../lib/positions/positions-calls.ts';
import { positions as texts } from '../../lib/positions/positions-texts.ts';
import type { PositionQuery } from '../../lib/positions/query.ts';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';

/** All that the filter finds as a price list, to be corrected and uploaded again. */
export function PositionExport({ query }: { readonly query: PositionQuery }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function download() {
    setBusy(true);
    setFailure(null);
    try {
      saveFile(await positionsCalls.file(query), 'positions.xlsx');
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  }

  return (
    <>
      <Button busy={busy} onClick={() => void download()}>
        {busy ? texts.downloading : texts.download('xlsx')}
      </Button>
      {failure && (
        <Failed failure={failure} onAgain={() => void download()}>
          {texts.downloadFailed}
        </Failed>
      )}
    </>
  );
}
