// Asks before typed text is left: on links, on «back», and by the browser itself when the page is closed.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { unsaved } from '../../lib/editing/editor-texts.ts';
import { plainLink } from '../../lib/platform/plain-link.ts';
import { $leaving, askToLeave, guardBack, guardUnsaved } from '../../lib/platform/router.ts';
import { Button } from './controls.tsx';

interface Props {
  readonly dirty: boolean;
  /** Keeps what is typed, as the page may go without a question. */
  readonly onKeep?: () => void;
  readonly details?: string;
  /** Opens another address; by default as the browser does. */
  readonly open?: (address: string) => void;
}

const keepNothing = (): void => {};
const openByBrowser = (address: string): void => location.assign(address);

export function UnsavedGuard({ dirty, onKeep = keepNothing, details = unsaved.details, open = openByBrowser }: Props) {
  const leaving = useStore($leaving);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    addEventListener('pagehide', onKeep);
    return () => {
      removeEventListener('pagehide', onKeep);
      onKeep();
    };
  }, [onKeep]);

  useEffect(() => {
    if (!dirty) return;
    const release = guardUnsaved();
    const here = location.href;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const lift = () => {
      removeEventListener('beforeunload', onUnload);
      guardBack(null);
      release();
    };
    const onClick = (event: MouseEvent) => {
      const link = plainLink(event);
      if (!link || link.href === here) return;
      event.preventDefault();
      event.stopPropagation();
      askToLeave(() => {
        lift();
        open(link.pathname + link.search + link.hash);
      });
    };
    // The move has been made already: it is taken back before anyone else hears of it, and made again on a yes.
    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      askToLeave(() => {
        lift();
        history.back();
      });
    };
    addEventListener('beforeunload', onUnload);
    guardBack(onBack);
    document.addEventListener('click', onClick, true);
    return () => {
      lift();
      document.removeEventListener('click', onClick, true);
    };
  }, [dirty, open]);

  useEffect(() => {
    if (leaving) dialog.current?.showModal();
  }, [leaving]);

  if (!leaving) return null;
  const stay = () => $leaving.set(null);
  // The browser reports a close later: the question may have been asked anew by then.
  const onClose = () => {
    if (!dialog.current?.open) stay();
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="unsaved-heading" onClose={onClose}>
      <h2 id="unsaved-heading">{unsaved.question}</h2>
      <p>{details}</p>
      <div className="buttons">
        <Button onClick={stay}>{unsaved.stay}</Button>
        <Button
          kind="danger"
          onClick={() => {
            stay();
            leaving();
          }}>
          {unsaved.leave}
        </Button>
      </div>
    </dialog>
  );
}
