import { useCanAccess } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { SUBSTANCES } from '../../../../contract/constants';
import { END_REASONS, FOLLOW_UP_SETTERS, OWNER_FILTERS } from '../../../../contract/staffConstants';
import { FilterDateInput, FilterSelectInput } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import { PERIODS } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { ProblemMessage } from '../../../ui/Message';
import type { FilterValues } from './filterValues';
import { useCanOwn, useOwnerChoices, useSites } from './useFilterChoices';

const PERIOD_CHOICES = PERIODS.map((period) => ({
  id: period,
  name: `periods.${period}` as const,
}));
const SUBSTANCE_CHOICES = SUBSTANCES.map(({ name }) => ({
  id: name,
  name: `substances.${name}` as const,
}));
const REASON_CHOICES = END_REASONS.map((reason) => ({
  id: reason,
  name: `endReasons.${reason}` as const,
}));

const SETTER_CHOICES = FOLLOW_UP_SETTERS.map((setter) => ({
  id: setter,
  name: `followUpSetters.${setter}` as const,
}));

/** The filters beyond the specification's: entry date, site, substance, the reason why it ended, the day to call back, and owner. */
export function MoreFilters() {
  const canOwn = useCanOwn();
  const hasReasons = useFeature('endReasons');
  const hasSetters = useFeature('contact');
  const { canAccess = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'actAnywhere',
  });
  const seesSetters = hasSetters && canAccess;
  return (
    <>
      <PeriodInputs />
      <SiteInput />
      <FilterSelectInput
        source="substance"
        label="referralFilters.substance"
        choices={SUBSTANCE_CHOICES}
      />
      {hasReasons && (
        <FilterSelectInput source="end_reason" label="ending.title" choices={REASON_CHOICES} />
      )}
      {seesSetters && (
        <FilterSelectInput
          source="follow_up_by"
          label="followUpSetters.title"
          choices={SETTER_CHOICES}
        />
      )}
      {canOwn && <OwnerInput />}
    </>
  );
}

function PeriodInputs() {
  const { control } = useFormContext<FilterValues>();
  const period = useWatch({ control, name: 'period' });
  return (
    <>
      <FilterSelectInput
        source="period"
        label="periods.title"
        choices={PERIOD_CHOICES}
        emptyText="periods.any"
      />
      {period === 'range' && (
        <>
          <FilterDateInput source="from" label="periods.from" clearsErrorsOf={['to']} />
          <FilterDateInput
            source="to"
            label="periods.to"
            validate={(to, { from }) =>
              to !== '' && to < (from as string) ? 'periods.wrong' : undefined
            }
          />
        </>
      )}
    </>
  );
}

function SiteInput() {
  const t = useStaffT();
  const { sites, isFailed, reload } = useSites(true);
  return (
    <>
      <FilterSelectInput source="site" label="referrals.site" choices={sites} />
      {isFailed && (
        <ProblemMessage>
          <p>{t('referralFilters.sitesFailed')}</p>
          <div>
            <Button variant="secondary" onClick={reload}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </ProblemMessage>
      )}
    </>
  );
}

function OwnerInput() {
  const owners = useOwnerChoices(true);
  const knowsLeft = useFeature('ownerLeft');
  return (
    <FilterSelectInput
      source="owner"
      label="owners.title"
      emptyText="owners.anyone"
      choices={[
        { id: OWNER_FILTERS.mine, name: 'owners.me' },
        { id: OWNER_FILTERS.nobody, name: 'owners.nobody' },
        ...(knowsLeft ? [{ id: OWNER_FILTERS.left, name: 'owners.left' as const }] : []),
        ...owners,
      ]}
    />
  );
}
