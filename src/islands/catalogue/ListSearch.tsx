import { useStore } from '@nanostores/react';
import { type SubmitEvent, useRef, useState } from 'react';
import type { ListSearchAnswer } from '../../../contract/bridge.ts';
import { SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { now } from '../../lib/browser/now.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { createListSearch, linesOf } from '../../lib/catalogue/list-search-store.ts';
import { listSearch } from '../../lib/catalogue/list-search-texts.ts';
import { exportList, searchList } from '../../lib/catalogue/search-calls.ts';
import { formatDay } from '../../lib/format/day.ts';
import { site } from '../../lib/site/site.ts';
import { tabMemory } from '../../lib/tab/tab-memory.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';
import { ListSearchTable } from './ListSearchTable.tsx';

/** Session storage key of the typed list: it outlives a look at one of the cards. */
const TYPED = 'list.articles';

const list = createListSearch({ search: searchList, file: exportList }, (file) =>
  saveFile(file, listSearch.fileName(formatDay(now(), site.timeZone))),
);

/** Many articles at once: what is typed stays in the field whatever comes of it. */
export function ListSearch() {
  const state = useStore(list.$list);
  const [text, setText] = useState(() => tabMemory.getItem(TYPED) ?? '');
  const [error, setError] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = linesOf(text).length;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setError(lines === 0 ? listSearch.empty : '');
    if (lines === 0) field.current?.focus();
    else void list.search(text);
  }

  function type(next: string) {
    setText(next);
    tabMemory.setItem(TYPED, next);
  }

  function clear() {
    type('');
    setError('');
    list.reset();
    field.current?.focus();
  }

  const counter =
    lines > SEARCH_LIST_MAX ? listSearch.tooMany(lines - SEARCH_LIST_MAX) : listSearch.counter(lines);
  return (
    <>
      <form className="list-search" onSubmit={submit} noValidate>
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
            />
          )}
        </Field>
        <div className="buttons">
          <Button type="submit" kind="main" busy={state.phase === 'searching'}>
            {listSearch.submit}
          </Button>
          {text !== '' && (
            <Button kind="quiet" onClick={clear}>
              {listSearch.clear}
            </Button>
          )}
        </div>
      </form>
      {state.phase === 'failed' && (
        <Message kind="error">
          {listSearch.failed}. {failureText(state.failure)}
        </Message>
      )}
      {state.phase === 'found' && <ListAnswer answer={state.answer} />}
    </>
  );
}

function ListAnswer({ answer }: { answer: ListSearchAnswer }) {
  const exporting = useStore(list.$export);
  const missing = answer.rows.filter((row) => row.positions.length === 0).map((row) => row.article);
  return (
    <section className="list-answer">
      <div role="status">
        <h2>{listSearch.summary(answer.found, answer.missing)}</h2>
      </div>
      {answer.ignored > 0 && <p className="muted">{listSearch.ignored(answer.ignored)}</p>}
      <div className="buttons">
        <Button busy={exporting === 'working'} onClick={() => void list.exportFile()}>
          {listSearch.export}
        </Button>
        {missing.length > 0 && (
          <CopyButton
            wide
            text={missing.join('\n')}
            label={listSearch.copyMissing}
            done={listSearch.copied}
          />
        )}
      </div>
      {exporting === 'failed' && <Message kind="error">{listSearch.exportFailed}</Message>}
      <ListSearchTable rows={answer.rows} />
    </section>
  );
}
