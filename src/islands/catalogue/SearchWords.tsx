// The screen on which administrators edit the dictionary of the search: what the product knows, and what the shop says
// over it (synonyms and others).
import '../../styles/catalogue-staff.css';
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { SearchWord } from '../../../contract/catalogue/search-words.ts';
import {
  hasMeanings,
  isNamed,
  isReadKind,
  OWN_WORD_KINDS,
  type OwnWordKind,
} from '../../../contract/catalogue/words.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import * as calls from '../../lib/catalogue/search-word-calls.ts';
import { searchWordErrors, words as texts } from '../../lib/catalogue/search-word-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $router, askIfEnded } from '../../lib/platform/router.ts';
import { site } from '../../lib/platform/site.ts';
import { FilterSelect } from '../ui/ChoiceSelect.tsx';
import { Button, ConfirmButton, type Confirmed, Field, Message } from '../ui/controls.tsx';
import { FormDialog } from '../ui/Dialog.tsx';
import { FilterForm, useFilterWords } from '../ui/FilterForm.tsx';
import { useCall, useLoaded, useOnChange } from '../ui/hooks.ts';
import { CursorFrame } from '../ui/ListFrame.tsx';
import { TextField } from '../ui/TextField.tsx';

export default function SearchWords() {
  const [store] = useState(() => calls.createWords(calls.searchWordCalls));
  const state = useStore(store.$list);
  const done = useStore(store.$done);
  const { search: address = {} } = useStore($router) ?? {};
  const query = calls.wordFilters.queryOf(address);
  const asked = calls.wordFilters.queryText(query);
  // A wording that was not found, or not read, brings its words along.
  const [opened, setOpened] = useState<WordDraft | null>(
    address.word ? { word: address.word, kind: kindOf(address.kind), means: '', isNew: true } : null,
  );
  useOnChange(asked, () => void store.search(query));
  useEffect(() => store.leave, [store]);
  const { phase, rows, first, searching } = state;

  return (
    <div className="search-words">
      <p className="muted">{texts.lead}</p>
      <LikelyMakers onSaved={() => void store.search(query)} />
      <WordFilters
        query={query}
        busy={searching && phase === 'ready'}
        onChange={(wanted) => $router.open(paths.searchWords + calls.wordFilters.queryText(wanted))}
      />
      <div className="search-words-head below-12 row middle apart gap-8-16">
        <p className="muted" role="status">
          {first && !searching && texts.count(first.total)}
        </p>
        <Button
          kind="main"
          onClick={() => setOpened({ word: query.query ?? '', kind: kindOf(query.kind), means: '', isNew: true })}>
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
      {done && <Message kind="success">{doneText(done)}</Message>}
      <CursorFrame
        state={state}
        texts={texts}
        errors={searchWordErrors}
        bones={8}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}>
        {rows.length === 0 && !searching ? (
          <p className="data-list-empty muted">{texts.nothingFound}</p>
        ) : (
          <ul className="records" aria-label={texts.list} aria-busy={searching}>
            {rows.map((word) => (
              <WordItem key={word.word} word={word} store={store} onEdit={() => setOpened(draftOf(word))} />
            ))}
          </ul>
        )}
      </CursorFrame>
      {opened && <WordDialog draft={opened} store={store} onClose={() => setOpened(null)} />}
    </div>
  );
}

const doneText = (done: calls.Done): string => (done.kind === 'saved' ? texts.saved(done) : texts.takenBack(done));

/** Manufacturers whose names are likely those of one, to be joined or kept apart; nothing where there are none. */
function LikelyMakers({ onSaved }: { readonly onSaved: () => void }) {
  const { value: pairs, again } = useLoaded(calls.searchWordCalls.likelyMakers, undefined, true);
  const [saved, setSaved] = useState<SearchWord | null>(null);
  const { busy, failure, run } = useCall();

  async function save(body: calls.WordBody) {
    if ((await run(async () => setSaved(await calls.searchWordCalls.save(body)))) !== null) return;
    onSaved();
    await again();
  }

  // What is only a suggestion may fail.
  if (!pairs || (pairs.length === 0 && !saved)) return null;
  return (
    <details className="likely-makers below-12">
      <summary>{texts.likely(pairs.length)}</summary>
      {pairs.length > 0 && <p className="muted small above-12">{texts.likelyLead}</p>}
      {saved && <Message kind="success">{texts.settled(saved)}</Message>}
      {failure && <Message kind="error">{failureText(failure, searchWordErrors)}</Message>}
      <ul className="records">
        {pairs.map(({ word, means }) => (
          <li key={word.title}>
            <div className="row apart middle gap-8-16">
              <span>
                <strong>{word.title}</strong> <span className="muted small">{texts.likelyParts(word.count)}</span>
                {' · '}
                <strong>{means.title}</strong> <span className="muted small">{texts.likelyParts(means.count)}</span>
              </span>
              <div className="buttons">
                {[
                  { of: word.title, as: means.title },
                  { of: means.title, as: word.title },
                ].map((join) => (
                  <Button
                    key={join.as}
                    busy={busy}
                    aria-label={texts.joinOf(join.of, join.as)}
                    onClick={() => void save({ word: join.of, kind: 'maker', means: join.as })}>
                    {texts.join(join.as)}
                  </Button>
                ))}
                <Button
                  kind="quiet"
                  busy={busy}
                  aria-label={texts.apartOf(word.title, means.title)}
                  onClick={() => void save({ word: word.title, kind: 'maker', means: word.title })}>
                  {texts.apart}
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

const kindOf = (text: string | undefined): OwnWordKind => OWN_WORD_KINDS.find((kind) => kind === text) ?? 'synonym';

const draftOf = ({ word, kind, means }: SearchWord): WordDraft => ({
  ...{ word, kind },
  means: means.join('; '),
  isNew: false,
});

const KINDS = OWN_WORD_KINDS.map((id) => ({ id, title: texts.kinds[id] }));

interface SearchWordsProps {
  readonly query: calls.WordQuery;
  readonly busy: boolean;
  readonly onChange: (query: calls.WordQuery) => void;
}

/** What the dictionary is narrowed by; a choice goes into the address at once, words when they are sent. */
function WordFilters({ query, busy, onChange }: SearchWordsProps) {
  const words = useFilterWords(query.query);
  const change = (next: calls.WordQuery) => onChange({ ...query, query: words.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.search}
      submitLabel={texts.find}
      busy={busy}
      onSubmit={() => change({})}
      reset={
        calls.wordFilters.queryText(query) === '' ? undefined : { label: texts.reset, onReset: () => onChange({}) }
      }>
      <FilterSelect
        label={texts.kind}
        any={texts.anyKind}
        choices={KINDS}
        value={query.kind}
        onChange={(kind) => change({ kind })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={query.own === '1'}
          onChange={({ target }) => change({ own: target.checked ? '1' : '' })}
        />
        <span>{texts.own}</span>
      </label>
    </FilterForm>
  );
}

interface WordItemProps {
  readonly word: SearchWord;
  readonly store: calls.Words;
  readonly onEdit: () => void;
}

const meaningText = ({ kind, means }: Pick<SearchWord, 'kind' | 'means'>): string =>
  means.length > 0 ? means.join('; ') : texts.kinds[kind];

/** A word of the dictionary: what it is read as, whose it is, and what can be done with it. */
function WordItem({ word: entry, store, onEdit }: WordItemProps) {
  const { word, kind, means, builtIn, own } = entry;

  async function takeBack(): Promise<Confirmed> {
    const failure = await store.takeBack(word);
    askIfEnded(failure);
    return failure ? { refused: failureText(failure, searchWordErrors) } : { done: true };
  }

  const isChanged = own !== null && builtIn !== null;
  return (
    <li className="search-word">
      <div className="gap-4-8 row baseline">
        <strong>{word}</strong>
        <span className={`tag ${own ? 'warn' : 'plain'}`}>
          {own ? (builtIn ? texts.changed : texts.added) : texts.builtIn}
        </span>
        <span className="muted small">{texts.kinds[kind]}</span>
      </div>
      <div className="search-word-means">
        {means.length > 0 && <p>{means.join('; ')}</p>}
        {isChanged && <p className="muted small">{texts.was(meaningText(builtIn))}</p>}
        {own && (
          <p className="muted small">
            <time dateTime={own.savedAt}>{formatMoment(new Date(own.savedAt), site.timeZone)}</time>
            {own.savedBy && `, ${own.savedBy.name || own.savedBy.email}`}
          </p>
        )}
      </div>
      <div className="buttons search-word-acts">
        <a className="button quiet" href={paths.search(word)} aria-label={texts.checkOf(word)}>
          {texts.check}
        </a>
        <button type="button" className="button quiet" aria-label={texts.editOf(word)} onClick={onEdit}>
          {texts.edit}
        </button>
        {own && (
          <ConfirmButton
            className="button quiet"
            label={isChanged ? texts.takeBackOf(word) : texts.removeOf(word)}
            question={isChanged ? texts.takeBackQuestion : texts.removeQuestion}
            details={isChanged ? texts.takeBackDetails(word) : texts.removeDetails(word)}
            yes={isChanged ? texts.takeBack : texts.remove}
            onConfirm={takeBack}>
            {isChanged ? texts.takeBack : texts.remove}
          </ConfirmButton>
        )}
      </div>
    </li>
  );
}

interface WordDraft extends calls.WordBody {
  readonly isNew: boolean;
}

interface WordDialogProps {
  readonly draft: WordDraft;
  readonly store: calls.Words;
  readonly onClose: () => void;
}

/** The fields that a refusal is about; any other is said above the buttons. */
const FIELD_OF: Readonly<Record<string, keyof calls.WordBody>> = {
  'invalid word': 'word',
  'invalid kind': 'kind',
  'invalid means': 'means',
  'names in a circle': 'means',
  'unknown machine': 'means',
  'unknown part': 'means',
};

/** A failure as a text, with the names that may have been meant. */
function mistakeOf(failure: Failure): string {
  const { near } = failure.facts;
  const names = Array.isArray(near) ? near.map((name) => `«${name}»`).join(', ') : '';
  return `${failureText(failure, searchWordErrors)}${names === '' ? '' : ` ${texts.near(names)}`}`;
}

function WordDialog({ draft: { isNew, ...given }, store, onClose }: WordDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [body, setBody] = useState<calls.WordBody>(given);
  const { busy, failure, run } = useCall();
  const change = (part: Partial<calls.WordBody>) => setBody({ ...body, ...part });
  const errorOf = (field: keyof calls.WordBody) =>
    failure && FIELD_OF[failure.code] === field ? mistakeOf(failure) : '';

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const refused = await run(() => store.save(body));
    const field = refused && FIELD_OF[refused.code];
    if (refused === null) dialog.current?.close();
    else if (field) event.target.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  return (
    <FormDialog
      dialog={dialog}
      className="search-word-dialog"
      heading={isNew ? texts.newHeading : texts.editHeading}
      cancel={texts.cancel}
      submit={texts.save}
      busy={busy}
      onSubmit={save}
      onClose={onClose}>
      <TextField
        label={texts.word}
        hint={texts.wordHint(isReadKind(body.kind))}
        error={errorOf('word')}
        name="word"
        readOnly={!isNew}
        value={body.word}
        onChange={(word) => change({ word })}
      />
      <Field label={texts.kind} hint={texts.kindHints[body.kind]} error={errorOf('kind')}>
        {(control) => (
          <select
            {...control}
            name="kind"
            value={body.kind}
            onChange={({ target }) => change({ kind: target.value as OwnWordKind })}>
            {OWN_WORD_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {texts.kinds[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isNamed(body.kind) ? (
        <NameField
          kind={body.kind}
          error={errorOf('means')}
          value={body.means}
          onChange={(means) => change({ means })}
        />
      ) : (
        hasMeanings(body.kind) && (
          <TextField
            label={texts.means}
            hint={texts.meansHint}
            error={errorOf('means')}
            name="means"
            value={body.means}
            onChange={(means) => change({ means })}
          />
        )
      )}
      {failure && !FIELD_OF[failure.code] && <Message kind="error">{failureText(failure, searchWordErrors)}</Message>}
    </FormDialog>
  );
}

interface NameFieldProps {
  readonly kind: 'part' | 'machine';
  readonly error: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** How long typing rests before names are asked for, ms. */
const PAUSE = 200;

/** The name of a part or a machine that the product knows, with names that hold what is typed. */
function NameField({ kind, value, ...field }: NameFieldProps) {
  const list = useId();
  const [names, setNames] = useState<readonly string[]>([]);
  useOnChange(`${kind} ${value}`, () => {
    const leaving = new AbortController();
    const ask = () => calls.searchWordCalls.names(kind, value, leaving.signal);
    // The server says what is wrong with a name when it is saved: suggestions may fail.
    const timer = setTimeout(() => void ask().then(setNames, () => {}), PAUSE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  });
  return (
    <>
      <TextField label={texts.names[kind]} hint={texts.namesHint} name="means" list={list} value={value} {...field} />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
