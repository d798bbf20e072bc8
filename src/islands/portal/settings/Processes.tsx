import { settingCalls } from '../../../lib/api/settings.ts';
import { createList } from '../../../lib/stores/list.ts';
import { processes } from '../../../lib/texts/settings.ts';
import { SettingList } from './SettingList.tsx';

const list = createList(settingCalls('task'));

/** The tasks: kinds of documents within a direction. */
export default function Processes() {
  return <SettingList list={list} texts={processes} />;
}
