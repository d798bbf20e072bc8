import { useStore } from '@nanostores/react';
import { documentPage } from '../../lib/docflow/document-texts.ts';
import { queryOf, tileOf } from '../../lib/docflow/query.ts';
import { lastList } from '../../lib/docflow/way.ts';
import { paths } from '../../lib/paths/paths.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';
import { tabMemory } from '../../lib/tab/tab-memory.ts';

/** The way back: the home of the document flow and the list that was left. */
export function DocumentWay() {
  const { lang, docflow: words } = useStore($portalWords);
  const list = lastList(tabMemory);
  const tile = list === null ? null : tileOf(queryOf(Object.fromEntries(new URLSearchParams(list))));
  return (
    <nav className="doc-way" aria-label={documentPage.way} lang={lang}>
      <a href={paths.docflow}>{words.documents}</a>
      {list !== null && tile && (
        <>
          <span aria-hidden="true"> / </span>
          <a href={paths.documents(list)}>{words[tile]}</a>
        </>
      )}
    </nav>
  );
}
