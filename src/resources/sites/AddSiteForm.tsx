import { type FormEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { LENGTHS } from '../../../contract/constants';
import { SITE_REFUSALS } from '../../../contract/staffConstants';
import { hasVisibleText } from '../../../contract/fieldRules';
import { MutationStatus, useDialogMutation } from '../../admin';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { RESOURCES } from '../../app/routes';
import { TextField } from '../../ui/Field';
import styles from './SiteManager.module.css';
import { RestoreSite } from './RestoreSite';
import { SITE_REFUSAL_TEXTS } from './useSiteMutation';

/**
 * The state of AddSiteForm. After a success the field is empty and has the focus, because people add several sites; a name entered
 * during the request stays.
 */
export function useAddSite() {
  const form = useForm({ defaultValues: { name: '' } });
  const { control, getValues, handleSubmit, register, reset, setFocus } = form;
  const element = useRef<HTMLFormElement>(null);
  const name = useWatch({ control, name: 'name' }).trim();
  const [sentName, setSentName] = useState('');

  const mutation = useDialogMutation<string>({
    send: async (provider, sent) => {
      await provider.create(RESOURCES.sites, { data: { name: sent } });
      if (element.current?.contains(document.activeElement)) setFocus('name');
      if (getValues('name').trim() === sent) reset();
    },
    done: 'sites.added',
    failed: 'sites.notAdded',
    isRepeatable: true,
  });

  return {
    element,
    field: register('name', { validate: hasVisibleText }),
    isMissing: form.formState.errors.name !== undefined,
    hasInput: name !== '' && !mutation.isBusy,
    submit: handleSubmit((entered) => {
      setSentName(entered.name.trim());
      mutation.start(entered.name.trim());
    }),
    mutation,
    /** The name as sent, if it is that of a deleted site. */
    deletedName: mutation.error?.detail === SITE_REFUSALS.nameDeleted ? sentName : undefined,
    /** Continues with the next site, as the deleted one is back. */
    onRestored: () => {
      mutation.reset();
      setFocus('name');
      if (getValues('name').trim() === sentName) reset();
    },
  };
}

/** Adds a site (spec section 2, "Add Site modal"). */
export function AddSiteForm({ add }: { add: ReturnType<typeof useAddSite> }) {
  const t = useStaffT();
  const { element, field, isMissing, submit, mutation, deletedName, onRestored } = add;
  return (
    <div className={styles.addPart}>
      <form
        ref={element}
        noValidate
        autoComplete="off"
        className={styles.add}
        onSubmit={(event: FormEvent) => void submit(event)}
      >
        <TextField
          {...field}
          label={t('sites.name')}
          maxLength={LENGTHS.siteName}
          error={isMissing ? t('sites.nameRequired') : undefined}
        />
        <Button type="submit" busy={mutation.isBusy}>
          {t('sites.add')}
        </Button>
      </form>
      <MutationStatus
        mutation={mutation}
        onTryAgain={() => void submit()}
        {...SITE_REFUSAL_TEXTS}
        detailReplacesFailed
        showsServerDetail
        isAdding
      />
      {deletedName !== undefined && (
        <RestoreSite key={deletedName} name={deletedName} onRestored={onRestored} />
      )}
    </div>
  );
}
