import { mayHoldLogin, LOGIN_HOLDERS } from '../../../../contract/consent';
import { useToday } from '../../../admin';
import { useStaffT } from '../../../i18n/useStaffT';
import { SelectInput } from '../../../ui/form/Inputs';
import { requiredText } from '../../../ui/form/validate';

const NEEDED = [requiredText('createLogin.holderNeeded')];

/** Asks whose login it is: a parent's only while the person is under twelve. Nothing is chosen beforehand. */
export function HolderInput({ birthDate }: { birthDate: string }) {
  const t = useStaffT();
  const today = useToday();
  const holders = LOGIN_HOLDERS.filter((holder) => mayHoldLogin(holder, birthDate, today));
  return (
    <SelectInput
      source="holder"
      label={t('createLogin.holder')}
      helperText={t(
        holders.includes('guardian') ? 'createLogin.holderHint' : 'createLogin.holderHintPerson',
      )}
      emptyText={t('createLogin.chooseHolder')}
      choices={holders.map((id) => ({ id, name: t(`createLogin.holders.${id}`) }))}
      validate={NEEDED}
      isRequired
    />
  );
}
