import { useStore } from '@nanostores/react';
import { FileSpreadsheet } from 'lucide-react';
import { type ClipboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ListLineAnswer, ListPart, ListTotals } from '../../../contract/catalogue/parts.ts';
import { SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { UPLOAD_EXTENSIONS } from '../../../contract/price-lists/upload.ts';
import { markArticle } from '../../../rules/catalogue/article.ts';
import { linesOf, plainLine } from '../../../rules/catalogue/list.ts';
import { AMOUNT_TO_ORDER, formatAmount, formatExactPrice, formatPrice } from '../../../rules/format/texts.ts';
import { readListFile } from '../../lib/catalogue/catalogue-calls.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import * as listSearchStore from '../../lib/catalogue/list-search-store.ts';
import { listSearch, totalNotes } from '../../lib/catalogue/list-search-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { itemsOfTakes, requestOfLines } from '../../lib/requests/request-address.ts';
import { withinBoundary } from '../ui/Boundary.tsx';
import { Button, CopyButton, Field, Message } from '../ui/controls.tsx';
import { DropZone } from '../ui/FileDrop.tsx';
import { AddToRequest } from './AddToRequest.tsx';

/** Characters of a paste from which on it is slow. */
const LONG_PASTE = 20_000;

function Search() {
  const { isSearching, found, failure } = useStore(listSearchStore.list.$list);
  const [text, setText] = useState(listSearchStore.initialList);
  const [error, setError] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = linesOf(text).length;

  // The page begins once, with the text that it was opened with.
  const [begin] = useState(() => () => listSearchStore.startListPage(text, setText));
  useEffect(begin, [begin]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setError(lines === 0 ? listSearch.empty : '');
    if (lines === 0) field.current?.focus();
    else listSearchStore.searchFor(text);
  }

  function type(next: string) {
    setText(next);
    listSearchStore.keepTyped(next);
  }

  /** A browser puts thousands of lines into a field one by one, and answers to nothing meanwhile. */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.length < LONG_PASTE) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    type(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
  }

  function searchNow(next: string) {
    type(next);
    setError('');
    listSearchStore.searchFor(next);
  }

  function clear() {
    setText('');
    setError('');
    listSearchStore.forgetList();
    field.current?.focus();
  }

  const counter = lines > SEARCH_LIST_MAX ? listSearch.tooMany(lines - SEARCH_LIST_MAX) : listSearch.counter(lines);
  return (
    <>
      <form className="list-search" onSubmit={submit} noValidate>
        <div className="list-ways gap-4-20 stack">
          <Field label={listSearch.label} hint={counter} error={error}>
            {(control) => (
              <textarea
                {...control}
                ref={field}
                className="mono"
                rows={8}
                value={text}
                placeholder={listSearch.placeholder}
                spellCheck={false}
                autoCapitalize="off"
                onChange={({ target }) => type(target.value)}
                onPaste={paste}
              />
            )}
          </Field>
          <ListFile text={text} onList={searchNow} onUndo={type} />
        </div>
        <div className="buttons">
          <Button type="submit" kind="main" busy={isSearching}>
            {listSearch.submit}
          </Button>
          {text !== '' && (
            <Button kind="quiet" onClick={clear}>
              {listSearch.clear}
            </Button>
          )}
        </div>
      </form>
      {failure && (
        <Message kind="error">
          {listSearch.failed}. {failureText(failure)}
        </Message>
      )}
      {found && (
        <ListAnswer
          found={found}
          isOld={found.text !== text}
          onLine={(line, other) => searchNow(listSearchStore.withLine(found.text, line, other))}
        />
      )}
    </>
  );
}

/** Many articles with quantities at once: what is typed stays in the field whatever comes of it. */
export const ListSearch = withinBoundary(Search);

interface ListSearchProps {
  /** What stands in the field now. */
  readonly text: string;
  /** Called with the lines of a file. */
  readonly onList: (text: string) => void;
  /** Called with the former text of the field. */
  readonly onUndo: (text: string) => void;
}

const wanted = listSearchStore.createListFile(readListFile);
const { file: texts } = listSearch;

/** A list out of a file, chosen or dropped. */
function ListFile({ text, onList, onUndo }: ListSearchProps) {
  const state = useStore(wanted.$file);

  async function take(file: File) {
    const lines = await wanted.take(file, text);
    if (lines !== null) onList(lines);
  }

  function undo(before: string) {
    wanted.reset();
    onUndo(before);
  }

  return (
    <div className="list-file">
      <DropZone
        label={texts.label}
        hint={texts.hint}
        accept={UPLOAD_EXTENSIONS}
        error={state.phase === 'failed' ? state.text : undefined}
        Icon={FileSpreadsheet}
        onFiles={([file]) => file && void take(file)}>
        {texts.prompt}
      </DropZone>
      <div role="status">
        {state.phase === 'reading' && <p className="muted">{texts.reading}</p>}
        {state.phase === 'taken' && (
          <p>
            {texts.taken(state.name, state.answer.lines.length)}{' '}
            {state.answer.rows > state.answer.lines.length && texts.cut(state.answer.rows, state.answer.hasMore)}
          </p>
        )}
      </div>
      {state.phase === 'taken' && state.before.trim() !== '' && (
        <Button kind="quiet" onClick={() => undo(state.before)}>
          {texts.undo}
        </Button>
      )}
    </div>
  );
}

interface ListAnswerProps {
  readonly found: listSearchStore.FoundList;
  /** The field holds another list by now. */
  readonly isOld: boolean;
  /** Puts another line in the place of one, and looks again. */
  readonly onLine: (line: number, other: string) => void;
}

const isFound = ({ readings, chosen }: ListLineAnswer): boolean => (readings[chosen]?.parts.length ?? 0) > 0;

/** What a list came to: found lines with their sums, what is missing, and ways to take it along. */
function ListAnswer({ found, isOld, onLine }: ListAnswerProps) {
  const exporting = useStore(listSearchStore.list.$export);
  const { lines, totals, headings, ignored } = found.answer;
  const there = lines.filter(isFound);
  const missing = lines.filter((line) => !isFound(line));
  const hash = listSearchStore.listHash(found.text);
  const request = requestOfLines(there);
  useEffect(listSearchStore.restorePosition, []);
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
      {there.length > 0 && <ListTable lines={there} totals={totals} onLine={onLine} />}
      {missing.length > 0 && <ListMissing lines={missing} onLine={onLine} />}
      <div className="buttons">
        {request && (
          <a className="button main" href={request} rel="nofollow">
            {listSearch.toRequest}
          </a>
        )}
        <Button busy={exporting === 'working'} onClick={() => void listSearchStore.list.exportFile()}>
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
  readonly totals: ListTotals;
  readonly onLine: (line: number, other: string) => void;
}

/** The lines that found something, and what they come to. */
function ListTable({ lines, totals, onLine }: ListTableProps) {
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
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <ListLine key={line.line} line={line} onLine={onLine} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {listSearch.total(totals)}
            <small>{totalNotes(totals).join(', ')}</small>
          </th>
          <td className="end price">{formatExactPrice(totals.sum) ?? listSearch.onRequest}</td>
        </tr>
      </tfoot>
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

interface ListLineProps {
  readonly line: ListLineAnswer;
  readonly onLine: (line: number, other: string) => void;
}

/** A line that found something: what was asked for, the part, how many there are, and for how much. */
function ListLine({ line: { line, readings, chosen }, onLine }: ListLineProps) {
  const reading = readings[chosen];
  const part = reading?.parts[0];
  if (!reading || !part) return null;
  const { article, amount, problem } = reading;
  const read = (other: { article: string; amount: number }, maker = '') => onLine(line, plainLine({ ...other, maker }));
  return (
    <tr>
      <th scope="row" className="asked">
        <span className="mono">{article}</span> <span className="wanted">{listSearch.wanted(amount)}</span>
        {problem && <small className="list-problem">{listSearch.problems[problem]}</small>}
        {readings
          .filter((other) => other !== reading)
          .map((other) => (
            <Button key={other.article} kind="quiet" onClick={() => read(other)}>
              {listSearch.readAs(other.article, other.amount)}
            </Button>
          ))}
      </th>
      <td className="what">
        <a className="title" href={paths.product(aliasOf(part))}>
          {part.title || part.article}
        </a>
        <Article article={part.article} query={article} />{' '}
        {part.maker && <span className="list-maker breaks">{part.maker}</span>}
        {part.offers > 1 && <small>{listSearch.offers(part.offers)}</small>}
        {part.takes.length > 1 && (
          <small>
            {part.takes
              .map(({ stock, amount: taken, price }) => listSearch.take(stock, taken, formatPrice(price)))
              .join(', ')}
          </small>
        )}
        <ListMakers parts={reading.parts.slice(1)} onChoose={({ maker }) => read(reading, maker ?? '')} />
      </td>
      <td className="stock end">
        <Stock part={part} wanted={amount} />
      </td>
      <td className="cost end">{priceOf(part)}</td>
      <td className="sum end price">
        {formatExactPrice(part.sum) ?? <span className="price-on-request">{listSearch.onRequest}</span>}
        <AddLine part={part} />
      </td>
    </tr>
  );
}

/** Puts what the line takes into the request. */
function AddLine({ part: { id, article, title, takes } }: { part: ListPart }) {
  if (takes.length === 0) return null;
  const { items, prices } = itemsOfTakes(takes);
  return <AddToRequest offer={{ id, items, article, title, price: prices }} />;
}

/** The card of the first offer to take. */
const aliasOf = ({ takes, best }: ListPart): string =>
  (best.find(({ id }) => id === takes[0]?.positionId) ?? best[0])?.alias ?? '';

/** The price of one where there is only one, else the lowest. */
function priceOf({ takes }: ListPart): string {
  const prices = takes.map(({ price }) => price);
  const shown = formatExactPrice(prices[0] ?? null);
  if (!shown) return listSearch.onRequest;
  return prices.every((price) => price === prices[0]) ? shown : listSearch.from(shown);
}

function Stock({ part, wanted }: { part: ListPart; wanted: number }) {
  const { amount, short } = part;
  if (amount <= 0) return <span className="tag warn">{AMOUNT_TO_ORDER}</span>;
  if (short > 0) return <span className="tag warn">{listSearch.short(wanted - short, wanted)}</span>;
  return <span className="tag ok">{listSearch.enough(amount)}</span>;
}

interface ListMakersProps {
  readonly parts: readonly ListPart[];
  readonly onChoose: (part: ListPart) => void;
}

/** The same article of other makers, one of which may be chosen instead. */
function ListMakers({ parts, onChoose }: ListMakersProps) {
  if (parts.length === 0) return null;
  return (
    <details className="list-makers">
      <summary>{listSearch.others(parts.length)}</summary>
      <ul>
        {parts.map((part) => {
          const { id, maker, title, amount, priceFrom } = part;
          const price = formatPrice(priceFrom);
          return (
            <li key={id}>
              <span>
                <strong>{maker ?? listSearch.unnamedMaker}</strong> {title}
                <small>
                  {formatAmount(amount) ?? AMOUNT_TO_ORDER}, {price ? listSearch.from(price) : listSearch.onRequest}
                </small>
              </span>
              {maker && (
                <Button aria-label={listSearch.chooseMaker(title, maker)} onClick={() => onChoose(part)}>
                  {listSearch.choose}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

interface ArticleProps {
  readonly article: string;
  /** What was typed; the matching stretch of the article is marked. */
  readonly query?: string;
}

/** An article in the monospaced face, with the part that matches the query marked. */
function Article({ article, query = '' }: ArticleProps) {
  let at = 0;
  return (
    <span className="mono article">
      {markArticle(article, query).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.hit ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
      })}
    </span>
  );
}
