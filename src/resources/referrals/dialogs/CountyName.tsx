import { useGetList } from 'react-admin';
import type { County } from '../../../../contract/entities/county';

/** The name of the county a Medi-Cal insurance belongs to; its id while the list is not there. */
export function CountyName({ id }: { id: string }) {
  const { data } = useGetList<County>('counties', {}, { staleTime: Infinity });
  return data?.find((county) => county.id === id)?.name ?? id;
}
