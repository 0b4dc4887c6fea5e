import { useForm, useWatch } from 'react-hook-form';
import { useRecordContext } from 'react-admin';
import type { SiteMarks } from '../../../contract/entities/contact';
import { RESPONSE_DAYS_MAX } from '../../../contract/settingLimits';
import {
  FormDialog,
  RowButton,
  type RowDialogProps,
  useDialogMutation,
  useOpenDialog,
} from '../../admin';
import type { SiteRecord } from '../../dataProvider/sites';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import { BooleanInput, SelectInput } from '../../ui/form/Inputs';
import { useSiteMarks } from '../useSiteMarks';
import styles from './SiteManager.module.css';
import { useSiteManagement } from './siteManagement';
import { type MarkChoice, toMark, UNDECIDED, useMarkChoices } from './siteMarks';

/** The name of this dialog among those of the list. */
export const MARK_DIALOG = 'mark';

const notMarked = (_id: string): SiteMarks => ({ _id, mark: null, response_days: null });

/** What was decided of the site in RecordContext, and its own standard. */
export function SiteMarkField() {
  const t = useStaffT();
  const site = useRecordContext<SiteRecord>();
  const { marks } = useSiteManagement();
  if (!site || !marks) return null;
  const { mark, response_days: days } = marks.get(site.id) ?? notMarked(site.id);
  return (
    <div className={styles.mark}>
      <p>{t(`sites.marks.${mark ?? UNDECIDED}`)}</p>
      {days !== null && <p>{t('sites.ownStandard', { smart_count: days })}</p>}
    </div>
  );
}

/** Opens the dialog that marks the site in RecordContext. */
export function MarkButton() {
  const t = useStaffT();
  const site = useRecordContext<SiteRecord>();
  const { marks } = useSiteManagement();
  const openDialog = useOpenDialog();
  if (!site || !marks) return null;
  return (
    <RowButton aria-haspopup="dialog" onClick={() => openDialog(MARK_DIALOG, site)}>
      {t('sites.setMark')}
    </RowButton>
  );
}

const DETAILS: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'sites.gone' };

/** Asks whether a site is the provider's own, and for its standard for the first call. */
export function MarkSiteDialog(props: RowDialogProps<SiteRecord>) {
  const marks = useSiteMarks();
  const { id } = props.record;
  // Loaded: the button that opens it shows them.
  return marks ? <MarkSiteForm {...props} current={marks.get(id) ?? notMarked(id)} /> : null;
}

interface FormProps extends RowDialogProps<SiteRecord> {
  readonly current: SiteMarks;
}

const isTicked = (value: boolean) => (value ? undefined : ('sites.opensRequired' as const));

function MarkSiteForm({ record, current, onClose }: FormProps) {
  const t = useStaffT();
  const siteName = useSiteName();
  const form = useForm<{ mark: MarkChoice; days: string; opens: boolean }>({
    defaultValues: {
      opens: false,
      mark: current.mark ?? UNDECIDED,
      days: current.response_days === null ? '' : String(current.response_days),
    },
  });
  const chosen = useWatch({ control: form.control, name: 'mark' });
  // Its managers then read and work on every referral of the site.
  const isOpened = chosen === 'ours' && current.mark !== 'ours';
  const mutation = useDialogMutation<SiteMarks>({
    send: (provider, marks) => provider.markSite(marks),
    done: 'sites.marked',
    failed: 'sites.notMarked',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('sites.markTitle', { name: siteName(record.name) })}
      submitLabel={t('sites.save')}
      form={form}
      onSubmit={({ mark, days }) =>
        mutation.start({
          _id: record.id,
          mark: toMark(mark),
          response_days: days === '' ? null : Number(days),
        })
      }
      mutation={mutation}
      onClose={onClose}
      details={DETAILS}
    >
      <SelectInput
        source="mark"
        label={t('sites.mark')}
        helperText={t(`sites.markMeans.${chosen}`)}
        choices={useMarkChoices()}
        isRequired
      />
      {isOpened && <BooleanInput source="opens" label={t('sites.opens')} validate={isTicked} />}
      <SelectInput
        source="days"
        label={t('sites.standard')}
        helperText={t('sites.standardHint')}
        emptyText={t('sites.usualStandard')}
        choices={Array.from({ length: RESPONSE_DAYS_MAX }, (_, index) => ({
          id: String(index + 1),
          name: t('sites.standardDays', { smart_count: index + 1 }),
        }))}
        isRequired
      />
    </FormDialog>
  );
}
