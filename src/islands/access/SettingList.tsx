// The screens on which administrators edit the lists that rights are made of: roles, directions (lines of business),
// document types, actions.
import { useStore } from '@nanostores/react';
import { settingCalls } from '../../lib/access/access-calls.ts';
import { actions, directings, processes, roles, settingErrors, usedBy } from '../../lib/access/setting-texts.ts';
import { $router } from '../../lib/platform/router.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { DataList } from '../ui/DataList.tsx';

/** Each list by the route of its screen. Actions that the code knows by title are protected. */
const LISTS = {
  roles: { list: createList(settingCalls('role')), texts: roles },
  directings: { list: createList(settingCalls('directing')), texts: directings },
  processes: { list: createList(settingCalls('task')), texts: processes },
  actions: { list: createList(settingCalls('action')), texts: actions },
};

/** A screen of the settings that edits a list: roles, directions, document types or actions. A row in use stays. */
export default function SettingList() {
  const route = useStore($router)?.route as keyof typeof LISTS;
  const { list, texts } = LISTS[route] ?? {};
  if (!list || !texts) return null;
  return (
    <>
      <p className="muted settings-lead below-20">{texts.lead}</p>
      <DataList list={list} texts={{ ...texts, errors: settingErrors, inUse: usedBy }} />
    </>
  );
}
