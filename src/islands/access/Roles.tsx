import { settingCalls } from '../../lib/access/access-calls.ts';
import { roles } from '../../lib/access/access-texts.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { SettingList } from './SettingList.tsx';

const list = createList(settingCalls('role'));

/** The roles that staff may hold. */
export default function Roles() {
  return <SettingList list={list} texts={roles} />;
}
