import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { mayCreate } from '../../lib/access/role-rights.ts';
import { $profile } from '../../lib/accounts/own-profile.ts';
import { docflow } from '../../lib/documents/document-texts.ts';
import { $documentBanner } from '../../lib/documents/return-address.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { Message } from '../ui/controls.tsx';

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

interface Props {
  readonly hasRole: boolean;
  /** What a role without the right does not allow. */
  readonly lacking: string;
  /** Stands beside the explanation: where to go from here. */
  readonly way?: { readonly href: string; readonly label: string };
}

/** Why somebody can do nothing here; an administrator is led to the settings that mend it. */
export function WithoutRights({ hasRole, lacking, way }: Props) {
  const isAdmin = useStore($account)?.rank === 'admin';
  const settings = hasRole
    ? { href: paths.access, label: docflow.toRights }
    : { href: paths.binding, label: docflow.toRoles };
  return (
    <Message
      kind="info"
      actions={
        <>
          {isAdmin && <a href={settings.href}>{settings.label}</a>}
          {way && <a href={way.href}>{way.label}</a>}
        </>
      }
    >
      {hasRole ? lacking : docflow.noRole} {isAdmin ? docflow.mendYourself : docflow.askAdministrator}
    </Message>
  );
}

/** What became of the document that was left for this page. */
export function DocumentBanner() {
  const banner = useStore($documentBanner);
  useEffect(() => () => $documentBanner.set(null), []);
  if (banner === null) return null;
  return banner.kind === 'removed' ? (
    <Message kind="success">{docflow.removed(banner.title)}</Message>
  ) : (
    <Message kind="warning">{docflow.missing}</Message>
  );
}
