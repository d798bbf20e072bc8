import { Printer } from 'lucide-react';
import { paths } from '../../lib/platform/paths.ts';
import { basket } from '../../lib/requests/basket.ts';
import type { Row } from '../../lib/requests/offers.ts';
import { itemsText } from '../../lib/requests/request-address.ts';
import { requestCalls } from '../../lib/requests/request-calls.ts';
import { requestText, request as texts } from '../../lib/requests/request-texts.ts';
import { Button, ConfirmButton, CopyButton, DownloadButton } from '../ui/controls.tsx';

/** What else can be done with the offers: print, copy, hand on, take as a file, throw away. */
export function RequestTools({ rows }: { readonly rows: readonly Row[] }) {
  const offered = rows.filter(({ place }) => place !== 'gone');

  async function clear() {
    basket.remove(rows.map(({ id }) => id));
    return { done: true } as const;
  }

  return (
    <div className="buttons request-tools ruled no-print">
      {offered.length > 0 && (
        <>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {texts.print}
          </Button>
          <CopyButton wide text={requestText(rows)} label={texts.copy} done={texts.copied} />
          <CopyButton
            wide
            text={location.origin + paths.requestOf(itemsText(offered))}
            label={texts.share}
            done={texts.copied}
          />
          <DownloadButton ask={() => requestCalls.file(offered)} name={texts.fileName} label={texts.download} />
        </>
      )}
      <a href={paths.catalog}>{texts.more}</a>
      <ConfirmButton
        className="button quiet"
        question={texts.clearQuestion}
        details={texts.clearDetails}
        yes={texts.clear}
        onConfirm={clear}
      >
        {texts.clear}
      </ConfirmButton>
    </div>
  );
}
