import { useEffect } from 'react';
import { $router } from '../../lib/browser/router.ts';
import { paths } from '../../lib/paths/paths.ts';

/** The address of the settings as such: goes on to their first screen without a step back to here. */
export default function ToRoles() {
  useEffect(() => void $router.open(paths.roles, true), []);
  return null;
}
