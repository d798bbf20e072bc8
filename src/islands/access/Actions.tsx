import { settingCalls } from '../../lib/access/access-calls.ts';
import { actions } from '../../lib/access/access-texts.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { SettingList } from './SettingList.tsx';

const list = createList(settingCalls('action'));

/** The actions with documents; those that the code knows by title stand fast. */
export default function Actions() {
  return <SettingList list={list} texts={actions} />;
}
