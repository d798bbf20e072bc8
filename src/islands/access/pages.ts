import { type ComponentType, lazy } from 'react';
import {
  access,
  actions,
  binding,
  directings,
  processes,
  roles,
  settings,
} from '../../lib/access/access-texts.ts';
import { users } from '../../lib/accounts/accounts-texts.ts';
import { journal } from '../../lib/journal/journal-texts.ts';
import { SettingsNav } from './SettingsNav.tsx';

const screen = (title: string, load: () => Promise<{ default: ComponentType }>) => ({
  heading: settings.heading,
  title,
  right: 'admin' as const,
  Page: lazy(load),
  Nav: SettingsNav,
});

/** The screens of the settings, each a chunk of its own; the addresses of the area itself lead to the first. */
export const settingsPages = {
  setting: screen(roles.heading, () => import('./ToRoles.tsx')),
  settingEdit: screen(roles.heading, () => import('./ToRoles.tsx')),
  roles: screen(roles.heading, () => import('./Roles.tsx')),
  directings: screen(directings.heading, () => import('./Directings.tsx')),
  processes: screen(processes.heading, () => import('./Processes.tsx')),
  actions: screen(actions.heading, () => import('./Actions.tsx')),
  access: screen(access.heading, () => import('./Access.tsx')),
  binding: screen(binding.heading, () => import('./RoleBinding.tsx')),
  users: screen(users.heading, () => import('../accounts/Users.tsx')),
  journal: screen(journal.heading, () => import('../journal/Journal.tsx')),
};
