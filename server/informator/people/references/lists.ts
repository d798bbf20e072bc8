/** One of the four lists that rights are made of. */
export type ListName = 'roles' | 'directings' | 'tasks' | 'actions';

/** What stands in the error texts of a list. */
export type Entity = 'role' | 'directing' | 'task' | 'action';

export const LIST_OF: Readonly<Record<Entity, ListName>> = {
  role: 'roles',
  directing: 'directings',
  task: 'tasks',
  action: 'actions',
};
