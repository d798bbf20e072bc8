import { settingCalls } from '../../../lib/api/settings.ts';
import { createList } from '../../../lib/stores/list.ts';
import { directings } from '../../../lib/texts/settings.ts';
import { SettingList } from './SettingList.tsx';

const list = createList(settingCalls('directing'));

/** The directions of work that documents belong to. */
export default function Directings() {
  return <SettingList list={list} texts={directings} />;
}
