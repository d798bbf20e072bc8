import { settingCalls } from '../../../lib/api/settings.ts';
import { createList } from '../../../lib/stores/list.ts';
import { roles } from '../../../lib/texts/settings.ts';
import { SettingList } from './SettingList.tsx';

const list = createList(settingCalls('role'));

/** The roles that staff may hold. */
export default function Roles() {
  return <SettingList list={list} texts={roles} />;
}
