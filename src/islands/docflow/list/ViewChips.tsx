import { BookmarkPlus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import type { DocumentView } from '../../../../contract/docflow-list.ts';
import { listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import { type DocumentQuery, filterOf, queryOfView, queryText } from '../../../lib/docflow/query.ts';
import type { createViews } from '../../../lib/docflow/views-store.ts';
import { paths } from '../../../lib/paths/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ManageViews } from './ManageViews.tsx';
import { SaveView } from './SaveView.tsx';

interface Props {
  readonly views: readonly DocumentView[];
  readonly store: ReturnType<typeof createViews>;
  readonly query: DocumentQuery;
}

/** The views that the reader keeps, and the way to keep the present one. */
export function ViewChips({ views, store, query }: Props) {
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const present = queryText(filterOf(query));
  const isKept = views.some((view) => queryText(filterOf(queryOfView(view))) === present);
  const close = () => setOpen(null);
  return (
    <nav className="view-chips" aria-label={texts.views}>
      {views.length > 0 && (
        <ul>
          {views.map((view) => {
            const isCurrent = queryText(filterOf(queryOfView(view))) === present;
            return (
              <li key={view.id}>
                <a
                  className="view-chip"
                  href={paths.documents(queryText(queryOfView(view)))}
                  aria-current={isCurrent ? 'true' : undefined}
                >
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
