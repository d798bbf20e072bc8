// The wide dialog with a close button in which the screens of rights show history, comparison and upload. Dialogs for
// all features are in ui/Dialog.tsx.
import type { ReactNode } from 'react';
import { closeText } from '../../lib/access/access-texts.ts';
import { Dialog } from '../ui/Dialog.tsx';

interface Props {
  readonly heading: string;
  readonly children: ReactNode;
  /** Called after the dialog closed: by its button, Esc, or a click beside it. */
  readonly onClose: () => void;
}

export const WideDialog = (props: Props) => (
  <Dialog className="wide" closeLabel={closeText} closedby="any" {...props} />
);
