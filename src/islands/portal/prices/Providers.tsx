import { referenceCalls } from '../../../lib/api/bridge-admin.ts';
import { createList } from '../../../lib/stores/list.ts';
import { providers } from '../../../lib/texts/lists.ts';
import { DataList } from '../../ui/DataList.tsx';

const list = createList(referenceCalls('providers'));

/** The providers of the price lists. */
export default function Providers() {
  return <DataList list={list} texts={providers} />;
}
