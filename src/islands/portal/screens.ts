import type { ComponentType } from 'react';
import type { PortalRoute } from '../../../rules/routes.ts';
import { askAhead } from '../../lib/documents/document-calls.ts';
import { chunk } from '../ui/chunk.tsx';

/** What draws each page of the signed-in shell, a chunk of its own each. */
export const SCREENS: Readonly<Record<PortalRoute, ComponentType>> = {
  brands: chunk(() => import('../price-lists/Brands.tsx')),
  providers: chunk(() => import('../price-lists/Providers.tsx')),
  upload: chunk(() => import('../price-lists/upload/Upload.tsx')),
  imports: chunk(() => import('../price-lists/runs/RunList.tsx')),
  importRun: chunk(() => import('../price-lists/runs/RunPage.tsx')),
  sources: chunk(() => import('../price-lists/sources/Sources.tsx')),
  positions: chunk(() => import('../catalogue/positions/Positions.tsx')),
  crosses: chunk(() => import('../price-lists/upload/CrossFile.tsx')),
  searchMisses: chunk(() => import('../catalogue/SearchMisses.tsx')),
  searchWords: chunk(() => import('../catalogue/SearchWords.tsx')),
  requests: chunk(() => import('../requests/RequestList.tsx')),
  request: chunk(() => import('../requests/StaffRequest.tsx')),
  slides: chunk(() => import('../slides/SlideList.tsx')),
  slideCreate: chunk(() => import('../slides/SlideForm.tsx')),
  slideEdit: chunk(() => import('../slides/SlideForm.tsx')),
  slide: chunk(() => import('../slides/SlidePage.tsx')),
  docflow: chunk(() => import('./Home.tsx')),
  documents: chunk(() => import('../documents/list/List.tsx')),
  document: chunk(() => {
    askAhead();
    return import('../documents/Document.tsx');
  }),
  documentCreate: chunk(() => import('../documents/form/DocumentCreate.tsx')),
  documentEdit: chunk(() => import('../documents/form/DocumentEdit.tsx')),
  setting: chunk(() => import('../access/ToRoles.tsx')),
  settingEdit: chunk(() => import('../access/ToRoles.tsx')),
  roles: chunk(() => import('../access/Roles.tsx')),
  directings: chunk(() => import('../access/Directings.tsx')),
  processes: chunk(() => import('../access/Processes.tsx')),
  actions: chunk(() => import('../access/Actions.tsx')),
  access: chunk(() => import('../access/Access.tsx')),
  templates: chunk(() => import('../documents/templates/Templates.tsx')),
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
