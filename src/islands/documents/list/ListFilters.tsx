import { BookmarkPlus, ListFilter, Settings2, Trash2, X } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { DocumentState } from '../../../../contract/documents/documents.ts';
import type { DocumentView, NamedPerson } from '../../../../contract/documents/lists.ts';
import { NARROWING_FILTERS, type NarrowingName } from '../../../../contract/documents/words.ts';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import { directingsOf } from '../../../lib/access/role-rights.ts';
import { documentList, personName, stateNames } from '../../../lib/documents/document-texts.ts';
import {
  type DocumentQuery,
  filterOf,
  queryOfView,
  queryText,
  withoutNarrowing,
} from '../../../lib/documents/list-query.ts';
import type { createViews } from '../../../lib/documents/list-store.ts';
import { dayText, listErrors, listTexts as texts } from '../../../lib/documents/list-texts.ts';
import { tasksOf, type Viewer } from '../../../lib/documents/permissions.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { chunk } from '../../ui/chunk.tsx';
import { Button, Field } from '../../ui/controls.tsx';
import { Dialog, FormDialog } from '../../ui/Dialog.tsx';
import { FilterForm, useFilterWords } from '../../ui/FilterForm.tsx';
import { useCall } from '../../ui/hooks.ts';

const FilterSheet = chunk(() => import('./FilterSheet.tsx'), null);

interface ListFiltersProps {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly people: readonly NamedPerson[];
  readonly found: number | null;
  readonly busy: boolean;
  readonly onChange: (query: DocumentQuery) => void;
  /** Further controls beside the search words. */
  readonly children: ReactNode;
}

/** The filters of the list; a choice goes into the address at once, search words when they are sent. */
export function ListFilters({ query, viewer, people, found, busy, onChange, children }: ListFiltersProps) {
  const words = useFilterWords(query.search);
  const [isOpen, setOpen] = useState(false);
  const change = (next: DocumentQuery) => onChange({ ...query, search: words.typed(), ...next });
  const reset = () => {
    words.clear();
    onChange(withoutNarrowing(query));
  };
  const count = NARROWING_FILTERS.filter((name) => name !== 'search' && query[name]).length;

  return (
    <>
      <FilterForm
        label={documentList.filters}
        words={words}
        wordsLabel={documentList.searchLabel}
        submitLabel={documentList.search}
        busy={busy}
        onSubmit={() => change({})}>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <ListFilter size={18} aria-hidden="true" />
          {count > 0 ? texts.filtersCount(count) : texts.filters}
        </Button>
        {children}
      </FilterForm>
      <FilterChips
        query={query}
        viewer={viewer}
        people={people}
        onChange={(next) => {
          if (next.search === '') words.clear();
          change(next);
        }}
        onReset={reset}
      />
      {isOpen && (
        <FilterSheet
          query={query}
          viewer={viewer}
          people={people}
          found={found}
          onChange={change}
          onReset={reset}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface FilterChipsProps {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly people: readonly NamedPerson[];
  readonly onChange: (change: DocumentQuery) => void;
  readonly onReset: () => void;
}

/** The filters that are set, each with a button that removes it. */
function FilterChips({ query, viewer, people, onChange, onReset }: FilterChipsProps) {
  const set = NARROWING_FILTERS.filter((name) => query[name]);
  if (set.length === 0) return null;
  return (
    <ul className="filter-chips gap-8 below-8 row middle" aria-label={texts.chips}>
      {set.map((name) => {
        const text = `${texts.narrowing[name]}${name === 'overdue' ? '' : `: ${valueText(name, query[name] ?? '', viewer, people)}`}`;
        return (
          <li key={name}>
            <Button className="filter-chip" aria-label={texts.without(text)} onClick={() => onChange({ [name]: '' })}>
              <span>{text}</span>
              <X size={16} aria-hidden="true" />
            </Button>
          </li>
        );
      })}
      {set.length > 1 && (
        <li>
          <Button kind="quiet" onClick={onReset}>
            {documentList.reset}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The title or name of a filter's value; the value itself where it is unknown. */
function valueText(name: NarrowingName, value: string, viewer: Viewer | null, people: readonly NamedPerson[]): string {
  const directings = directingsOf(viewer?.roles ?? []);
  const titled = (list: readonly { readonly id: number | string; readonly title: string }[]) =>
    list.find(({ id }) => String(id) === value)?.title ?? value;
  switch (name) {
    case 'directing':
      return titled(directings);
    case 'task':
      return titled(tasksOf(directings, undefined));
    case 'state':
      return stateNames[value as DocumentState] ?? value;
    case 'creator':
    case 'signatory': {
      const known = people.find(({ uid }) => uid === value);
      return known ? personName(known) : value;
    }
    case 'from':
    case 'to':
      return Number.isNaN(Date.parse(value)) ? value : dayText(`${value}T12:00:00Z`);
    default:
      return value;
  }
}

interface ViewChipsProps {
  readonly views: readonly DocumentView[];
  readonly store: ReturnType<typeof createViews>;
  readonly query: DocumentQuery;
}

/** The saved views of the viewer, and the buttons that save the present one and manage them. */
export function ViewChips({ views, store, query }: ViewChipsProps) {
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const present = queryText(filterOf(query));
  const isKept = views.some((view) => queryText(filterOf(queryOfView(view))) === present);
  const close = () => setOpen(null);
  return (
    <nav className="view-chips gap-8 below-8 row middle" aria-label={texts.views}>
      {views.length > 0 && (
        <ul>
          {views.map((view) => {
            const isCurrent = queryText(filterOf(queryOfView(view))) === present;
            return (
              <li key={view.id}>
                <a
                  className="view-chip"
                  href={paths.documents(queryText(queryOfView(view)))}
                  aria-current={isCurrent ? 'true' : undefined}>
                  {view.title}
                </a>
              </li>
            );
          })}
        </ul>
      )}
      {!isKept && present !== '?' && (
        <Button kind="quiet" onClick={() => setOpen('save')}>
          <BookmarkPlus size={18} aria-hidden="true" />
          {texts.saveView}
        </Button>
      )}
      {views.length > 0 && (
        <Button kind="quiet" onClick={() => setOpen('manage')}>
          <Settings2 size={18} aria-hidden="true" />
          {texts.manage}
        </Button>
      )}
      {open === 'save' && <SaveView store={store} query={query} onClose={close} />}
      {open === 'manage' && <ManageViews views={views} store={store} onClose={close} />}
    </nav>
  );
}

interface SaveViewProps {
  readonly store: ReturnType<typeof createViews>;
  readonly query: DocumentQuery;
  readonly onClose: () => void;
}

/** Asks for the name of a new view. */
function SaveView({ store, query, onClose }: SaveViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [isDefault, setDefault] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const { busy, failure, run } = useCall();
  useEffect(() => field.current?.focus(), []);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setEmpty(title.trim() === '');
    if (title.trim() === '') return field.current?.focus();
    const failed = await run(() => store.add({ title: title.trim(), filter: filterOf(query), isDefault }));
    if (failed === null) dialog.current?.close();
  }

  return (
    <FormDialog
      dialog={dialog}
      heading={texts.saveView.replace('…', '')}
      details={texts.saveViewHint}
      cancel={texts.cancel}
      submit={texts.save}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}>
      <Field label={texts.viewName} error={isEmpty ? texts.viewNameEmpty : failureText(failure, listErrors)}>
        {(control) => (
          <input
            {...control}
            ref={field}
            type="text"
            maxLength={TITLE_MAX}
            required
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <label className="view-default line middle gap-8">
        <input type="checkbox" checked={isDefault} onChange={({ target }) => setDefault(target.checked)} />
        {texts.byDefault}
      </label>
    </FormDialog>
  );
}

interface ManageViewsProps {
  readonly views: readonly DocumentView[];
  readonly store: ReturnType<typeof createViews>;
  readonly onClose: () => void;
}

/** Renames and removes views, and chooses the default one. */
function ManageViews({ views, store, onClose }: ManageViewsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Several may be under way: a field is left by a press on another button.
  const put = async (call: Promise<Failure | null>) => setFailure(await call);

  return (
    <Dialog dialog={dialog} className="manage-views" heading={texts.views} onClose={onClose}>
      {views.length === 0 && <p>{texts.noViews}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <input
              type="text"
              aria-label={texts.renameOf(view.title)}
              maxLength={TITLE_MAX}
              defaultValue={view.title}
              onBlur={({ target }) => {
                const title = target.value.trim();
                if (title === '') target.value = view.title;
                else if (title !== view.title) void put(store.change(view.id, { title }));
              }}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            />
            <label className="view-default line middle gap-8">
              <input
                type="checkbox"
                checked={view.isDefault}
                onChange={({ target }) => void put(store.change(view.id, { isDefault: target.checked }))}
              />
              {texts.isDefault}
            </label>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.removeOf(view.title)}
              onClick={() => void put(store.remove(view.id))}>
              <Trash2 aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div role="alert">{failure && <p className="field-error">{failureText(failure, listErrors)}</p>}</div>
      <div className="buttons">
        <Button kind="main" onClick={() => dialog.current?.close()}>
          {texts.ready}
        </Button>
      </div>
    </Dialog>
  );
}
