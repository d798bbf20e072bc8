import { useStore } from '@nanostores/react';
import { docflow } from '../../lib/docflow/document-texts.ts';
import { $account } from '../../lib/frame/session-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { Message } from '../ui/Message.tsx';

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
