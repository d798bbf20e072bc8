import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $router } from '../../lib/platform/router.ts';

/** The id in the address as the page is opened, whatever the address becomes later; 0 where it names none. */
export function useAddressId(): number {
  const page = useStore($router);
  const [id] = useState(() => (page && 'id' in page.params ? Number(page.params.id) : 0));
  return id;
}
