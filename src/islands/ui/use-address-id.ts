import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $router } from '../../lib/platform/router.ts';

/** The slide that the address names when the page is opened; null for a new one. */
export function useSlideId(): number | null {
  const page = useStore($router);
  const [id] = useState(() => (page && 'id' in page.params ? Number(page.params.id) : null));
  return id;
}

/** The document that the address names when the page is opened. */
export function useDocumentId(): number {
  const page = useStore($router);
  const [id] = useState(() => (page && 'id' in page.params ? Number(page.params.id) : 0));
  return id;
}
