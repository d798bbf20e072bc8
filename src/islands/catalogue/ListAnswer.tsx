// What a buyer's pasted list of articles came to: found lines with their sums, what is missing, and links to share,
// download or request it.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ListLineAnswer, ListTotals } from '../../../contract/catalogue/parts.ts';
import { plainLine } from '../../../rules/catalogue/list.ts';
import { formatPrice } from '../../../rules/format/texts.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { list, restorePosition } from '../../lib/catalogue/list-page.ts';
import { type FoundList, listHash } from '../../lib/catalogue/list-search-store.ts';
import { listSearch, totalNotes } from '../../lib/catalogue/list-search-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { requestOfLines } from '../../lib/requests/request-address.ts';
import { Button, CopyButton, Message } from '../ui/controls.tsx';
import { ListLine } from './ListLine.tsx';

interface ListAnswerProps {
  readonly found: FoundList;
  /** The field holds another list by now. */
  readonly isOld: boolean;
  readonly onLine: (line: number, other: string) => void;
}

const isFound = ({ readings, chosen }: ListLineAnswer): boolean => (readings[chosen]?.parts.length ?? 0) > 0;

export function ListAnswer({ found, isOld, onLine }: ListAnswerProps) {
  const exporting = useStore(list.$export);
  const { lines, totals, headings, ignored } = found.answer;
  const there = lines.filter(isFound);
  const missing = lines.filter((line) => !isFound(line));
  const hash = listHash(found.text);
  const request = requestOfLines(there);
  useEffect(restorePosition, []);
  return (
    <section className="list-answer above-32">
      <div role="status">
        <h2>{listSearch.summary(totals.found, totals.missing)}</h2>
        {isOld && <p className="list-old below-8">{listSearch.changed}</p>}
      </div>
      {(ignored > 0 || headings > 0) && (
        <p className="muted">
          {ignored > 0 && listSearch.ignored(ignored)} {headings > 0 && listSearch.headings(headings)}
        </p>
      )}
      {there.length > 0 && <ListTable lines={there} onLine={onLine} />}
      {missing.length > 0 && <ListMissing lines={missing} onLine={onLine} />}
      <div className="list-foot">
        <p role="status">
          {listSearch.total(totals)}: <strong>{sumOf(totals)}</strong>
          {totalNotes(totals).map((note) => `, ${note}`)}
          {missing.length > 0 && (
            <>
              {' '}
              <a href="#list-missing">{listSearch.missingCount(missing.length)}</a>
            </>
          )}
        </p>
        {request && (
          <a className="button main" href={request} rel="nofollow">
            {listSearch.toRequest}
          </a>
        )}
      </div>
      <div className="buttons">
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

interface ListTableProps {
  readonly lines: readonly ListLineAnswer[];
  readonly onLine: (line: number, other: string) => void;
}

const sumOf = ({ sum }: ListTotals): string => formatPrice(sum) ?? listSearch.onRequest;

function ListTable({ lines, onLine }: ListTableProps) {
  const { columns } = listSearch;
  return (
    <table className="list-table flush above-12 cards">
      <caption className="visually-hidden">{catalog.results}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.asked}</th>
          <th scope="col">{columns.part}</th>
          <th scope="col" className="end">
            {columns.stock}
          </th>
          <th scope="col" className="end">
            {columns.price}
          </th>
          <th scope="col" className="end">
            {columns.sum}
          </th>
          <td className="no-print" />
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <ListLine key={line.line} line={line} onLine={onLine} />
        ))}
      </tbody>
    </table>
  );
}

interface ListMissingProps {
  readonly lines: readonly ListLineAnswer[];
  readonly onLine: (line: number, other: string) => void;
}

/** The lines that found nothing, together, each with the articles that it may have meant. */
function ListMissing({ lines, onLine }: ListMissingProps) {
  return (
    <section className="list-missing above-28" aria-labelledby="list-missing">
      <h3 id="list-missing">{listSearch.missing}</h3>
      <ul>
        {lines.map(({ line, readings, chosen, near }) => {
          const { article, amount, problem } = readings[chosen] ?? { article: '', amount: 1, problem: null };
          return (
            <li key={line}>
              <span className="mono">{article}</span> <span className="wanted">{listSearch.wanted(amount)}</span>
              {problem && <small className="list-problem">{listSearch.problems[problem]}</small>}
              <span className="list-near gap-4-12 row baseline dense">
                {near.length > 0 && <span className="muted">{listSearch.near}</span>}
                {near.map((other) => (
                  <Button
                    key={other}
                    kind="quiet"
                    className="mono"
                    title={listSearch.replaceBy(article, other)}
                    onClick={() => onLine(line, plainLine({ article: other, amount, maker: '' }))}>
                    {other}
                  </Button>
                ))}
                <a href={paths.search(article)}>{listSearch.searchAlone}</a>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
