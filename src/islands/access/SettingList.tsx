import { settingErrors, usedBy } from '../../lib/access/access-texts.ts';
import type { List } from '../../lib/ui/reference-list.ts';
import { DataList } from '../ui/DataList.tsx';
import type { DataListTexts } from '../ui/DataListRow.tsx';

interface Props {
  readonly list: List;
  readonly texts: Pick<DataListTexts, 'heading' | 'field' | 'searchPlaceholder' | 'protected' | 'flag' | 'flagged'> & {
    readonly lead: string;
  };
}

/** A list of the settings: what it is for, then the editor. A record that is in use stays. */
export function SettingList({ list, texts }: Props) {
  return (
    <>
      <p className="muted settings-lead below-20">{texts.lead}</p>
      <DataList list={list} texts={{ ...texts, errors: settingErrors, inUse: usedBy }} />
    </>
  );
}
