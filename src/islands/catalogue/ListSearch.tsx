// The form in which buyers paste or upload a list of articles with quantities; what is typed stays whatever comes of
// it. Its answer is ListAnswer.tsx.
import { useStore } from '@nanostores/react';
import { FileSpreadsheet } from 'lucide-react';
import { type ClipboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { UPLOAD_EXTENSIONS } from '../../../contract/price-lists/upload.ts';
import { linesOf } from '../../../rules/catalogue/list.ts';
import { readListFile } from '../../lib/catalogue/catalogue-calls.ts';
import * as listPage from '../../lib/catalogue/list-page.ts';
import { createListFile, withLine } from '../../lib/catalogue/list-search-store.ts';
import { listSearch } from '../../lib/catalogue/list-search-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { withinBoundary } from '../ui/Boundary.tsx';
import { Button, Field, Message } from '../ui/controls.tsx';
import { DropZone } from '../ui/FileDrop.tsx';
import { ListAnswer } from './ListAnswer.tsx';

/** Characters of a paste from which on it is slow. */
const LONG_PASTE = 20_000;

function Search() {
  const { isSearching, found, failure } = useStore(listPage.list.$list);
  const [text, setText] = useState(listPage.initialList);
  const [error, setError] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = linesOf(text).length;

  // The page begins once, with the text that it was opened with.
  const [begin] = useState(() => () => listPage.startListPage(text, setText));
  useEffect(begin, [begin]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setError(lines === 0 ? listSearch.empty : '');
    if (lines === 0) field.current?.focus();
    else listPage.searchFor(text);
  }

  function type(next: string) {
    setText(next);
    listPage.keepTyped(next);
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
    listPage.searchFor(next);
  }

  function clear() {
    setText('');
    setError('');
    listPage.forgetList();
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
          onLine={(line, other) => searchNow(withLine(found.text, line, other))}
        />
      )}
    </>
  );
}

export const ListSearch = withinBoundary(Search);

interface ListSearchProps {
  readonly text: string;
  readonly onList: (text: string) => void;
  readonly onUndo: (text: string) => void;
}

const wanted = createListFile(readListFile);
const { file: texts } = listSearch;

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
