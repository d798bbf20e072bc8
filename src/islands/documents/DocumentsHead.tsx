// What stands above the screens of documents: the link to a new one, notices, the lack of a right; and the viewer with
// the rights those screens ask for.
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { computed } from 'nanostores';
import { useEffect } from 'react';
import { mayCreate } from '../../lib/access/role-rights.ts';
import { $profile, loadProfile } from '../../lib/accounts/own-profile.ts';
import { docflow } from '../../lib/documents/document-texts.ts';
import type { Viewer } from '../../lib/documents/permissions.ts';
import { $documentBanner, $madeDecision } from '../../lib/documents/return-address.ts';
import { leaveToAuth } from '../../lib/platform/failure-texts.ts';
import { attempt } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { chunk } from '../ui/chunk.tsx';
import { Message } from '../ui/controls.tsx';

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

interface DocumentsHeadProps {
  readonly hasRole: boolean;
  /** Names the right that the role lacks. */
  readonly lacking: string;
  readonly way?: { readonly href: string; readonly label: string };
}

/** Explains that the viewer lacks a role or a right; an administrator gets a link to the settings that grant it. */
export function WithoutRights({ hasRole, lacking, way }: DocumentsHeadProps) {
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
      }>
      {hasRole ? lacking : docflow.noRole} {isAdmin ? docflow.mendYourself : docflow.askAdministrator}
    </Message>
  );
}

/** What happened on the page before: a document that was removed or is missing, or a decision. */
export function DocumentBanner() {
  const banner = useStore($documentBanner);
  const made = useStore($madeDecision);
  useEffect(() => () => $documentBanner.set(null), []);
  return (banner || made) && <DocumentBanners />;
}

/** Mostly there is nothing to say: its code loads when there is. */
const DocumentBanners = chunk(() => import('./DocumentBanners.tsx'), null);

/** Reads the profile of the viewer again: rights may have changed. Throws what ky throws, or SessionEnded. */
export async function refreshViewer(): Promise<void> {
  await loadProfile();
}

/** The viewer; null until the profile is loaded. The last known profile is used while it is read again. */
export function useViewer(): Viewer | null {
  useEffect(() => {
    void attempt(refreshViewer).then((failure) => {
      if (failure && !$viewer.get()) leaveToAuth(failure);
    });
  }, []);
  return useStore($viewer);
}

const $viewer = computed($profile, (profile): Viewer | null => profile && { uid: profile.uid, roles: profile.roles });
