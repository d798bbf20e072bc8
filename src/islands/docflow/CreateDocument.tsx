import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { $profile } from '../../lib/accounts/user-store.ts';
import { mayCreate } from '../../lib/docflow/rights.ts';
import { paths } from '../../lib/paths/paths.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';

/** The way to a new document, for whoever may create one of any kind. */
export function CreateDocument() {
  const profile = useStore($profile);
  const { lang, docflow: words } = useStore($portalWords);
  if (!profile || !mayCreate(profile.roles)) return null;
  return (
    <a className="button main" href={paths.documentCreate} lang={lang}>
      <Plus aria-hidden="true" />
      {words.create}
    </a>
  );
}
