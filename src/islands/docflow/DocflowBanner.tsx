import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $docflowBanner } from '../../lib/docflow/banner-store.ts';
import { docflow } from '../../lib/docflow/document-texts.ts';
import { Message } from '../ui/Message.tsx';

/** What became of the document that was left for this page. */
export function DocflowBanner() {
  const banner = useStore($docflowBanner);
  useEffect(() => () => $docflowBanner.set(null), []);
  if (banner === null) return null;
  return banner.kind === 'removed' ? (
    <Message kind="success">{docflow.removed(banner.title)}</Message>
  ) : (
    <Message kind="warning">{docflow.missing}</Message>
  );
}
