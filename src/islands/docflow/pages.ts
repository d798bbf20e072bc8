import type { ComponentType } from 'react';
import { documentForm } from '../../lib/docflow/form-texts.ts';
import { askAhead } from '../../lib/docflow/prefetch-store.ts';
import { chunk } from '../portal/chunk.tsx';

const screen = (load: () => Promise<{ default: ComponentType }>) => ({
  heading: null,
  right: 'signed-in' as const,
  hasWords: true,
  Page: chunk(load),
});

/** The pages of the document flow, each a chunk of its own. */
export const docflowPages = {
  docflow: screen(() => import('./Home.tsx')),
  documents: screen(() => import('./List.tsx')),
  document: screen(() => {
    askAhead();
    return import('./Document.tsx');
  }),
  documentCreate: {
    ...screen(() => import('./form/DocumentCreate.tsx')),
    heading: documentForm.createHeading,
  },
  documentEdit: { ...screen(() => import('./form/DocumentEdit.tsx')), heading: documentForm.editHeading },
};
