import type { ComponentType } from 'react';
import type { PortalRoute } from '../../../rules/routes/routes.ts';
import { askAhead } from '../../lib/docflow/prefetch-store.ts';
import { chunk } from '../ui/chunk.tsx';

/** What draws each page of the signed-in shell, a chunk of its own each. */
export const SCREENS: Readonly<Record<PortalRoute, ComponentType>> = {
  brands: chunk(() => import('../price-lists/Brands.tsx')),
  providers: chunk(() => import('../price-lists/Providers.tsx')),
  upload: chunk(() => import('../price-lists/Upload.tsx')),
  imports: chunk(() => import('../import-runs/Runs.tsx')),
  importRun: chunk(() => import('../import-runs/Run.tsx')),
  sources: chunk(() => import('../import-sources/Sources.tsx')),
  positions: chunk(() => import('../positions/Positions.tsx')),
  crosses: chunk(() => import('../crosses/CrossFile.tsx')),
  searchMisses: chunk(() => import('../search-words/SearchMisses.tsx')),
  searchWords: chunk(() => import('../search-words/SearchWords.tsx')),
  requests: chunk(() => import('../request-desk/Requests.tsx')),
  request: chunk(() => import('../request-desk/StaffRequest.tsx')),
  slides: chunk(() => import('../slides/SlideList.tsx')),
  slideCreate: chunk(() => import('../slides/SlideForm.tsx')),
  slideEdit: chunk(() => import('../slides/SlideForm.tsx')),
  slide: chunk(() => import('../slides/SlidePage.tsx')),
  docflow: chunk(() => import('../docflow/Home.tsx')),
  documents: chunk(() => import('../docflow/List.tsx')),
  document: chunk(() => {
    askAhead();
    return import('../docflow/Document.tsx');
  }),
  documentCreate: chunk(() => import('../docflow/form/DocumentCreate.tsx')),
  documentEdit: chunk(() => import('../docflow/form/DocumentEdit.tsx')),
  setting: chunk(() => import('../access/ToRoles.tsx')),
  settingEdit: chunk(() => import('../access/ToRoles.tsx')),
  roles: chunk(() => import('../access/Roles.tsx')),
  directings: chunk(() => import('../access/Directings.tsx')),
  processes: chunk(() => import('../access/Processes.tsx')),
  actions: chunk(() => import('../access/Actions.tsx')),
  access: chunk(() => import('../access/Access.tsx')),
  templates: chunk(() => import('../templates/Templates.tsx')),
  binding: chunk(() => import('../access/RoleBinding.tsx')),
  people: chunk(() => import('../people/People.tsx')),
  users: chunk(() => import('../accounts/Users.tsx')),
  journal: chunk(() => import('../journal/Journal.tsx')),
  state: chunk(() => import('../state/State.tsx')),
  user: chunk(() => import('../accounts/Cabinet.tsx')),
  changePassword: chunk(() => import('../accounts/ChangePassword.tsx')),
  changeEmail: chunk(() => import('../accounts/ChangeEmail.tsx')),
  secondFactor: chunk(() => import('../accounts/SecondFactor.tsx')),
};
