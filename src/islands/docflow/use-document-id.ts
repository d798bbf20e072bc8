import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $router } from '../../lib/browser/router.ts';

/** The document that the address names when the page is opened. */
export function useDocumentId(): number {
  const page = useStore($router);
  const [id] = useState(() => (page && 'id' in page.params ? Number(page.params.id) : 0));
  return id;
}
