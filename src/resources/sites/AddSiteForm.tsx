import { type FormEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { LENGTHS } from '../../../contract/constants';
import { SITE_REFUSALS } from '../../../contract/staffConstants';
import { hasVisibleText } from '../../../contract/fieldRules';
import { MutationStatus, useDialogMutation } from '../../admin';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { RESOURCES } from '../../app/routes';
import { SelectField, TextField } from '../../ui/Field';
import styles from './SiteManager.module.css';
import { RestoreSite } from './RestoreSite';
import { type MarkChoice, toMark, useMarkChoices } from './siteMarks';
import { SITE_REFUSAL_TEXTS } from './useSiteMutation';

/** A site as it is entered. */
export interface NewSite {
  readonly name: string;
  readonly mark: MarkChoice;
}

const NO_SITE: NewSite = { name: '', mark: 'undecided' };

/**
 * The state of AddSiteForm. After a success the field is empty and has the focus, because people add several sites; a name entered
 * during the request stays. The mark stays for the next one.
 * @param canMark whether it also asks if the site is the provider's own
 */
export function useAddSite(canMark: boolean) {
  const form = useForm<NewSite>({ defaultValues: NO_SITE });
  const { control, getValues, handleSubmit, register, reset, setFocus } = form;
  const element = useRef<HTMLFormElement>(null);
  const name = useWatch({ control, name: 'name' }).trim();
  const [sentName, setSentName] = useState('');

  const isMarkLost = useRef(false);
  const emptyName = () => reset({ ...NO_SITE, mark: getValues('mark') });

  const mutation = useDialogMutation<NewSite>({
    send: async (provider, { name: sent, mark }) => {
      const { data } = await provider.create(RESOURCES.sites, { data: { name: sent } });
      isMarkLost.current = false;
      const wanted = canMark ? toMark(mark) : null;
      if (wanted) {
        // The site is there; it can be marked in the list.
        await provider
          .markSite({ _id: String(data.id), mark: wanted, response_days: null })
          .catch(() => {
            isMarkLost.current = true;
          });
      }
      if (element.current?.contains(document.activeElement)) setFocus('name');
      if (getValues('name').trim() === sent) emptyName();
    },
    done: () => (isMarkLost.current ? ['sites.added', 'sites.addedNotMarked'] : ['sites.added']),
    failed: 'sites.notAdded',
    isRepeatable: true,
  });

  return {
    element,
    field: register('name', { validate: hasVisibleText }),
    /** Undefined if it is not asked. */
    markField: canMark ? register('mark') : undefined,
    isMissing: form.formState.errors.name !== undefined,
    hasInput: name !== '' && !mutation.isBusy,
    submit: handleSubmit((entered) => {
      const sent = entered.name.trim();
      setSentName(sent);
      mutation.start({ ...entered, name: sent });
    }),
    mutation,
    /** The name as sent, if it is that of a deleted site. */
    deletedName: mutation.error?.detail === SITE_REFUSALS.nameDeleted ? sentName : undefined,
    /** Continues with the next site, as the deleted one is back. */
    onRestored: () => {
      mutation.reset();
      setFocus('name');
      if (getValues('name').trim() === sentName) emptyName();
    },
  };
}

/** Adds a site (spec section 2, "Add Site modal"). */
export function AddSiteForm({ add }: { add: ReturnType<typeof useAddSite> }) {
  const t = useStaffT();
  const choices = useMarkChoices();
  const { element, field, markField, isMissing, submit, mutation, deletedName, onRestored } = add;
  return (
    <div className={styles.addPart}>
      <form
        ref={element}
        noValidate
        autoComplete="off"
        className={markField ? `${styles.add} ${styles.addMarked}` : styles.add}
        onSubmit={(event: FormEvent) => void submit(event)}
      >
        <TextField
          {...field}
          label={t('sites.name')}
          maxLength={LENGTHS.siteName}
          error={isMissing ? t('sites.nameRequired') : undefined}
        />
        {markField && (
          <SelectField {...markField} label={t('sites.mark')}>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
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
