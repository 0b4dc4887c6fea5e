/** The other referrals of the person of the open one: links, never merged. */
import { type ReactNode, useId, useState } from 'react';
import { RecordContextProvider, useCanAccess, useCreatePath } from 'react-admin';
import { isPlainClick, useLeaveDialog, useOpenRelatedRecord } from '../../../../admin';
import { lazyComponent } from '../../../../app/lazyComponent';
import { RESOURCES } from '../../../../app/routes';
import type { OtherReferralRecord } from '../../../../dataProvider/people';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { isolate } from '../../../../i18n/isolate';
import { useSiteName } from '../../../../i18n/useSiteName';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { useSameText } from '../../duplicates/useDuplicates';
import { nameOf, StatusField } from '../../referralFields';
import { ageAtEntry } from '../ageAtEntry';
import styles from './samePerson.module.css';
import { useEntryDay } from './useEntryDay';
import { isSamePerson, OTHER_REFERRALS_ID, useSamePerson } from './useSamePerson';

/** Lazy, as few people are referred twice. */
const CompareDialog = lazyComponent(
  async () => (await import('../../duplicates/CompareDialog')).CompareDialog,
  null,
);
const NotSamePersonDialog = lazyComponent(
  async () => (await import('./NotSamePersonDialog')).NotSamePersonDialog,
  null,
);

interface Props {
  /** The open referral. */
  readonly referral: ReferralRecord;
  /** Discards the input before the record is left for another one. */
  readonly onLeave: () => void;
}

/** Nothing while they load, and if there are none. */
export function OtherReferrals({ referral, onLeave }: Props) {
  const t = useStaffT();
  const { id } = referral;
  const titleId = useId();
  const [isComparing, setComparing] = useState(false);
  const [marked, setMarked] = useState<OtherReferralRecord | null>(null);
  const { data, error, refetch } = useSamePerson(id);
  if (error && !data) {
    return (
      <p className={styles.hint}>
        <span>{`${t('samePerson.loadFailed')} `}</span>
        <Button variant="quiet" onClick={() => void refetch()}>
          {t('app.tryAgain')}
        </Button>
      </p>
    );
  }
  const items = data?.items ?? [];
  const same = items.filter(isSamePerson);
  const maybe = items.filter((one) => !isSamePerson(one));
  const list = (others: readonly OtherReferralRecord[]) => (
    <ul className={styles.list}>
      {others.map((other) => (
        <OtherReferral
          key={other.id}
          other={other}
          hasOtherName={nameOf(other) !== nameOf(referral)}
          onLeave={onLeave}
          onMark={setMarked}
        />
      ))}
    </ul>
  );
  return (
    <>
      {same.length > 0 && (
        <section aria-labelledby={OTHER_REFERRALS_ID} className={styles.section}>
          <h3 id={OTHER_REFERRALS_ID} tabIndex={-1}>
            {t('samePerson.title')}
          </h3>
          <p className={styles.hint}>{t('samePerson.hint')}</p>
          {list(same)}
        </section>
      )}
      {maybe.length > 0 && (
        <section aria-labelledby={titleId} className={styles.section}>
          <h3 id={titleId}>{t('samePerson.maybe')}</h3>
          <p className={styles.hint}>{t('samePerson.maybeHint')}</p>
          {list(maybe)}
        </section>
      )}
      {items.length > 0 && (
        <div className={styles.actions}>
          {data?.more && (
            <p className={styles.hint}>{t('samePerson.more', { count: items.length })}</p>
          )}
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setComparing(true)}>
            {t('duplicates.compare')}
          </Button>
        </div>
      )}
      {isComparing && <CompareDialog id={id} onClose={() => setComparing(false)} />}
      {marked && <NotSamePersonDialog id={id} other={marked} onClose={() => setMarked(null)} />}
    </>
  );
}

interface OtherProps extends Pick<Props, 'onLeave'> {
  readonly other: OtherReferralRecord;
  /** Whether its name is not, or is not written, as that of the open referral. */
  readonly hasOtherName: boolean;
  readonly onMark: (other: OtherReferralRecord) => void;
}

/** When and where it was filed, the age then, and what became of it; another name, and in what two agree. */
function OtherReferral({ other, hasOtherName, onLeave, onMark }: OtherProps) {
  const t = useStaffT();
  const siteName = useSiteName();
  const sameText = useSameText();
  const entryDay = useEntryDay();
  const { canAccess: canMark = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'markNotSamePerson',
  });
  const age = ageAtEntry(other);
  return (
    <li>
      <RecordContextProvider value={other}>
        <p>
          <OtherLink other={other} onLeave={onLeave}>
            {`${entryDay(other.entry_date)}, ${isolate(siteName(other.site.label))}`}
          </OtherLink>
          {age !== undefined && <span>{` · ${t('record.age', { smart_count: age })}`}</span>}
        </p>
        {(hasOtherName || !isSamePerson(other)) && (
          <p className={styles.hint}>
            {hasOtherName && <bdi>{nameOf(other)}</bdi>}
            {hasOtherName && !isSamePerson(other) && <span> · </span>}
            {!isSamePerson(other) && <span>{sameText(other.same)}</span>}
          </p>
        )}
        <div className={styles.outcome}>
          <StatusField />
          {canMark && (
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => onMark(other)}>
              <span>{t('samePerson.notSame')}</span>{' '}
              <span className="visually-hidden">{other.tracking_id}</span>
            </Button>
          )}
        </div>
      </RecordContextProvider>
    </li>
  );
}

interface LinkProps extends Pick<OtherProps, 'other' | 'onLeave'> {
  readonly children: ReactNode;
}

/** Opens another referral in place of this one, from which the way back leads here. */
function OtherLink({ other, onLeave, children }: LinkProps) {
  const createPath = useCreatePath();
  const leave = useLeaveDialog();
  const open = useOpenRelatedRecord();
  return (
    <a
      href={createPath({ resource: RESOURCES.referrals, type: 'edit', id: other.id })}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        leave(() => {
          onLeave();
          open(other.id);
        });
      }}
    >
      {children}
    </a>
  );
}
