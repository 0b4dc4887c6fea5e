import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import { ACCOUNT_SEARCH_MIN, PAGE_SIZE } from '../../../contract/staffConstants';
import { RESOURCES } from '../../app/routes';
import type { AccountRecord } from '../../dataProvider/accounts';
import { isolate } from '../../i18n/isolate';
import { useStaffT } from '../../i18n/useStaffT';
import styles from '../../ui/combobox.module.css';
import type { ControlProps } from '../../ui/Field';
import { type Option, OptionMenu, useSelectMenu } from '../../ui/useSelectMenu';
import { AuditField } from './AuditField';

interface Props {
  chosen: Option | null;
  onChange: (option: Option | null) => void;
}

/** A combobox for one of all accounts, which the server searches while a name or an e-mail is typed. */
export function AccountField(props: Props) {
  const t = useStaffT();
  return (
    <AuditField label={t('auditTrail.account')}>
      {(control) => <AccountCombobox {...props} control={control} />}
    </AuditField>
  );
}

function AccountCombobox({ chosen, onChange, control }: Props & { control: ControlProps }) {
  /** The text being typed; null while the input shows the chosen account. */
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
        emptyText={emptyText}
      />
    </div>
  );
}

/** Milliseconds without another key after which a search begins: each leaves an entry of its own. */
const DEBOUNCE = 250;

/**
 * The accounts whose name or e-mail contains the text.
 * @returns the options, and the text to show when there are none
 */
function useAccountOptions(typed: string): {
  options: readonly Option[];
  emptyText: string;
} {
  const t = useStaffT();
  const wanted = typed.trim();
  const [query, setQuery] = useState('');
  const isLongEnough = wanted.length >= ACCOUNT_SEARCH_MIN;

  useEffect(() => {
    if (!isLongEnough) return undefined;
    const timer = setTimeout(() => setQuery(wanted), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [wanted, isLongEnough]);

  const isCurrent = isLongEnough && query === wanted;
  const { data, isPending, isError } = useGetList<AccountRecord>(
    RESOURCES.accounts,
    { pagination: { page: 1, perPage: PAGE_SIZE.accountSearch }, filter: { query } },
    { enabled: isCurrent },
  );

  const none = (emptyText: string) => ({ options: [], emptyText });
  if (!isLongEnough) return none(t('auditTrail.accountHint', { count: ACCOUNT_SEARCH_MIN }));
  if (!isCurrent || isPending) return none(t('auditTrail.loading'));
  if (isError) return none(t('accounts.loadFailed'));
  const options = data.map(({ id, fullname, username }) => ({
    value: id,
    label: `${isolate(fullname)} (${username})`,
    alias: fullname,
  }));
  return { options, emptyText: t('auditTrail.noAccount') };
}
