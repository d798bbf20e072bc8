import { settingCalls } from '../../../lib/api/settings.ts';
import { createList } from '../../../lib/stores/list.ts';
import { actions } from '../../../lib/texts/settings.ts';
import { SettingList } from './SettingList.tsx';

const list = createList(settingCalls('action'));

/** The actions with documents; those that the code knows by title stand fast. */
export default function Actions() {
  return <SettingList list={list} texts={actions} />;
}
