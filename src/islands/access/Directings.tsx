import { settingCalls } from '../../lib/access/access-calls.ts';
import { directings } from '../../lib/access/access-texts.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { SettingList } from './SettingList.tsx';

const list = createList(settingCalls('directing'));

/** The directions of work that documents belong to. */
export default function Directings() {
  return <SettingList list={list} texts={directings} />;
}
