import { useState } from 'react';
import { ACCOUNT_SEARCH_MIN } from '../../../contract/constants';
import { useStaffT } from '../../i18n/useStaffT';
import styles from '../../shared/combobox.module.css';
import { type ControlProps, Field } from '../../shared/Field';
import { type Option, OptionMenu, useSelectMenu } from '../../shared/useSelectMenu';
import { useAccountOptions } from './useAccountOptions';

interface Props {
  chosen: Option | null;
  onChange: (option: Option | null) => void;
}

/** A combobox for one of all accounts, which the server searches while a name or an e-mail is typed. */
export function AccountField(props: Props) {
  const t = useStaffT();
  const hint = t('auditTrail.accountHint', { count: ACCOUNT_SEARCH_MIN });
  return (
    <Field label={t('auditTrail.account')} hint={hint} optional>
      {(control) => <AccountCombobox {...props} control={control} />}
    </Field>
  );
}

function AccountCombobox({ chosen, onChange, control }: Props & { control: ControlProps }) {
  const t = useStaffT();
  /** What is being typed; null while the input shows who is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const { options, emptyText } = useAccountOptions(typed ?? '');

  const menu = useSelectMenu({
    id: control.id,
    options,
    text: typed ?? chosen?.label ?? '',
    typing: Boolean(typed),
    onPick: (option) => {
      onChange(option);
      setTyped(null);
    },
    onLeave: () => setTyped(null),
  });

  return (
    <div className={styles.combobox}>
      <div className={styles.box}>
        <input
          {...menu.getInputProps({
            ...menu.inputProps,
            onChange: (event) => {
              const text = event.currentTarget.value;
              setTyped(text);
              if (text === '') onChange(null);
            },
          })}
          {...control}
          name="account"
          onClickCapture={(event) => event.currentTarget.select()}
          className={styles.input}
        />
      </div>
      <OptionMenu
        menu={menu}
        options={options}
        isChosen={(option) => option.value === chosen?.value}
        emptyText={
          emptyText ? t(emptyText) : t('auditTrail.accountHint', { count: ACCOUNT_SEARCH_MIN })
        }
      />
    </div>
  );
}
