import type { Referral } from '../../../../contract/entities/referral';
import { useT } from '../../../i18n/I18nProvider';

export function Sex({ sex }: Pick<Referral, 'sex'>) {
  const t = useT();
  return t(`sexes.${sex}`);
}
