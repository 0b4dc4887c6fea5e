import type { Referral } from '../../../../contract/entities/referral';
import { useStaffT } from '../../../i18n/useStaffT';

export function Sex({ sex }: Pick<Referral, 'sex'>) {
  const t = useStaffT();
  return t(`sexes.${sex}`);
}
