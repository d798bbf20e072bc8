import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ListLineAnswer } from '../../../contract/list-search.ts';
import { listHash } from '../../lib/catalogue/list-address.ts';
import { list, restoreTop } from '../../lib/catalogue/list-page.ts';
import { requestOfLines } from '../../lib/catalogue/list-request.ts';
import type { FoundList } from '../../lib/catalogue/list-search-store.ts';
import { listSearch } from '../../lib/catalogue/list-search-texts.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Message } from '../ui/Message.tsx';
import { ListMissing } from './ListMissing.tsx';
import { ListTable } from './ListTable.tsx';

interface Props {
  readonly found: FoundList;
  /** The field holds another list by now. */
  readonly isOld: boolean;
  /** Puts another line in the place of one, and looks again. */
  readonly onLine: (line: number, other: string) => void;
}

const isFound = ({ readings, chosen }: ListLineAnswer): boolean => (readings[chosen]?.parts.length ?? 0) > 0;

/** What a list came to: found lines with their sums, what is missing, and ways to take it along. */
export function ListAnswer({ found, isOld, onLine }: Props) {
  const exporting = useStore(list.$export);
  const { lines, totals, headings, ignored } = found.answer;
  const there = lines.filter(isFound);
  const missing = lines.filter((line) => !isFound(line));
  const hash = listHash(found.text);
  const request = requestOfLines(there);
  useEffect(restoreTop, []);
  return (
    <section className="list-answer">
      <div role="status">
        <h2>{listSearch.summary(totals.found, totals.missing)}</h2>
        {isOld && <p className="list-old">{listSearch.changed}</p>}
      </div>
      {(ignored > 0 || headings > 0) && (
        <p className="muted">
          {ignored > 0 && listSearch.ignored(ignored)} {headings > 0 && listSearch.headings(headings)}
        </p>
      )}
      {there.length > 0 && <ListTable lines={there} totals={totals} onLine={onLine} />}
      {missing.length > 0 && <ListMissing lines={missing} onLine={onLine} />}
      <div className="buttons">
        {request && (
          <a className="button main" href={request} rel="nofollow">
            {listSearch.toRequest}
          </a>
        )}
        <Button busy={exporting === 'working'} onClick={() => void list.exportFile()}>
          {listSearch.export}
        </Button>
        {hash !== null && (
          <CopyButton
            wide
            text={location.origin + location.pathname + hash}
            label={listSearch.share}
            done={listSearch.copied}
          />
        )}
        {missing.length > 0 && (
          <CopyButton
            wide
            text={missing.map(({ text }) => text).join('\n')}
            label={listSearch.copyMissing}
            done={listSearch.copied}
          />
        )}
      </div>
      {hash === null && <p className="muted">{listSearch.tooLongToShare}</p>}
      {exporting === 'failed' && <Message kind="error">{listSearch.exportFailed}</Message>}
    </section>
  );
}
