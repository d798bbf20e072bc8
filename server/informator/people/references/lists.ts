import type { AccessEntity } from '../../../../contract/errors.ts';

/** One of the four lists that rights are made of. */
export type ListName = 'roles' | 'directings' | 'tasks' | 'actions';

/** What stands in the error texts of a list. */
export type Entity = AccessEntity;

export const LIST_OF: Readonly<Record<Entity, ListName>> = {
  role: 'roles',
  directing: 'directings',
  task: 'tasks',
  action: 'actions',
};
