import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { publication } from '../../lib/content/publication.ts';
import { conflict } from '../../lib/editing/editor-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';
import { $slideBanner } from '../../lib/slides/banner-store.ts';
import { slideErrors, slides } from '../../lib/slides/slide-texts.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Message } from '../ui/Message.tsx';
import { PublicationState } from '../ui/PublicationState.tsx';

/** What became of the form that was left for the list; a failure leads back to what was typed. */
export function SlideBanner() {
  const banner = useStore($slideBanner);
  const words = useStore($portalWords);
  useEffect(() => {
    const said = $slideBanner.get();
    if (said && 'isPublic' in said && said.isPublic) void publication.follow();
    return () => {
      $slideBanner.set(null);
      publication.forget();
    };
  }, []);
  if (banner === null) return null;
  if (banner.kind === 'missing') return <Message kind="info">{slides.missing}</Message>;
  if (banner.kind !== 'failed') {
    return (
      <Message kind="success">
        {banner.kind === 'saved' ? slides.saved(banner.title) : slides.removed(banner.title)}{' '}
        {banner.joined && conflict.merged(banner.joined.who)} {banner.isPublic && <PublicationState />}
      </Message>
    );
  }
  return (
    <Message
      kind="error"
      actions={
        <a className="button" href={banner.id === null ? paths.slideCreate : paths.slideEdit(banner.id)}>
          {slides.toDraft}
        </a>
      }
    >
      {slides.notSaved(banner.title)} {failureText(banner.failure, slideErrors(words))}
    </Message>
  );
}
