import { type ComponentType, lazy } from 'react';
import type { PortalRoute } from '../../../rules/routes/routes.ts';
import { askAhead } from '../../lib/docflow/prefetch-store.ts';
import { chunk } from './chunk.tsx';

/** What draws each page of the signed-in shell, a chunk of its own each. */
export const SCREENS: Readonly<Record<PortalRoute, ComponentType>> = {
  brands: lazy(() => import('../price-lists/Brands.tsx')),
  providers: lazy(() => import('../price-lists/Providers.tsx')),
  upload: lazy(() => import('../price-lists/Upload.tsx')),
  imports: lazy(() => import('../import-runs/Runs.tsx')),
  importRun: lazy(() => import('../import-runs/Run.tsx')),
  sources: lazy(() => import('../import-sources/Sources.tsx')),
  positions: lazy(() => import('../positions/Positions.tsx')),
  crosses: lazy(() => import('../crosses/CrossFile.tsx')),
  searchMisses: lazy(() => import('../search-words/SearchMisses.tsx')),
  searchWords: lazy(() => import('../search-words/SearchWords.tsx')),
  requests: lazy(() => import('../request-desk/Requests.tsx')),
  request: lazy(() => import('../request-desk/StaffRequest.tsx')),
  slides: lazy(() => import('../slides/SlideList.tsx')),
  slideCreate: lazy(() => import('../slides/SlideForm.tsx')),
  slideEdit: lazy(() => import('../slides/SlideForm.tsx')),
  slide: lazy(() => import('../slides/SlidePage.tsx')),
  docflow: chunk(() => import('../docflow/Home.tsx')),
  documents: chunk(() => import('../docflow/List.tsx')),
  document: chunk(() => {
    askAhead();
    return import('../docflow/Document.tsx');
  }),
  documentCreate: chunk(() => import('../docflow/form/DocumentCreate.tsx')),
  documentEdit: chunk(() => import('../docflow/form/DocumentEdit.tsx')),
  setting: lazy(() => import('../access/ToRoles.tsx')),
  settingEdit: lazy(() => import('../access/ToRoles.tsx')),
  roles: lazy(() => import('../access/Roles.tsx')),
  directings: lazy(() => import('../access/Directings.tsx')),
  processes: lazy(() => import('../access/Processes.tsx')),
  actions: lazy(() => import('../access/Actions.tsx')),
  access: lazy(() => import('../access/Access.tsx')),
  binding: lazy(() => import('../access/RoleBinding.tsx')),
  users: lazy(() => import('../accounts/Users.tsx')),
  journal: lazy(() => import('../journal/Journal.tsx')),
  user: lazy(() => import('../accounts/Cabinet.tsx')),
  changePassword: lazy(() => import('../accounts/ChangePassword.tsx')),
  changeEmail: lazy(() => import('../accounts/ChangeEmail.tsx')),
  secondFactor: lazy(() => import('../accounts/SecondFactor.tsx')),
};
