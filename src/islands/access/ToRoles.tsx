import { useEffect } from 'react';
import { paths } from '../../lib/platform/paths.ts';
import { $router } from '../../lib/platform/router.ts';

/** The address of the settings as such: goes on to their first screen without a step back to here. */
export default function ToRoles() {
  useEffect(() => void $router.open(paths.roles, true), []);
  return null;
}
