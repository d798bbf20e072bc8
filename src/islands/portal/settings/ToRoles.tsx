import { useEffect } from 'react';
import { paths } from '../../../lib/paths.ts';
import { $router } from '../../../lib/router.ts';

/** The address of the settings as such: goes on to their first screen without a step back to here. */
export default function ToRoles() {
  useEffect(() => void $router.open(paths.roles, true), []);
  return null;
}
