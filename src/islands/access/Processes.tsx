import { settingCalls } from '../../lib/access/access-calls.ts';
import { processes } from '../../lib/access/access-texts.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { SettingList } from './SettingList.tsx';

const list = createList(settingCalls('task'));

/** The tasks: kinds of documents within a direction. */
export default function Processes() {
  return <SettingList list={list} texts={processes} />;
}
