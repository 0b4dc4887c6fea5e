import type { ComponentType } from 'react';
import { RecordContextProvider, useListContext, useRecordContext } from 'react-admin';
import { CreateInDialogButton, DateField, List, ListSearch, type PageMeta } from '../../admin';
import { RESOURCES } from '../../app/routes';
import { useServices } from '../../app/services';
import type { FiledFilter, FiledRecord } from '../../dataProvider/filed';
import { formatDate, readDateTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { dayOf } from '../../i18n/providerTime';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { useAnswerText } from '../useAnswerText';
import { PAGE_SIZE } from '../../../contract/staffConstants';
import { NoRedisclosure } from '../../ui/NoRedisclosure';
import { PhoneLink } from '../../ui/PhoneLink';
import styles from './FiledList.module.css';
import { NewsMail } from './NewsMail';

/** Skeleton rows: most people refer few. */
const USUAL_COUNT = 4;

/**
 * What a person outside of the program filed, with the one answer that they may get to each.
 * @param addDialog the dialog of 'Add Referral'
 */
export function FiledList({ addDialog }: { addDialog: ComponentType<{ onClose: () => void }> }) {
  const t = useStaffT();
  const { brandName } = useServices().settings;
  return (
    <List<FiledRecord>
      resource={RESOURCES.filed}
      title="filed.title"
      total={{ all: 'referrals.total', matching: 'referrals.matching' }}
      perPage={PAGE_SIZE.mine}
      hasDensity={false}
      primaryAction={
        <CreateInDialogButton
          resource={RESOURCES.referrals}
          label={t('referrals.add')}
          dialog={addDialog}
        />
      }
      notice={
        <>
          <p className={styles.intro}>{t('filed.intro', { brand: brandName })}</p>
          <NewsMail />
        </>
      }
      filters={<Search />}
      messages={{ loadFailed: 'referrals.loadFailed', stale: 'referrals.rowsKept' }}
      empty={({ filterValues }) =>
        (filterValues as FiledFilter).q
          ? { title: 'filed.noMatch', clear: 'filed.showAll' }
          : { title: 'filed.empty' }
      }
      skeletonRows={USUAL_COUNT}
      pages="filed.pages"
    >
      <Cards />
    </List>
  );
}

/** The search box, once there are more than a page. */
function Search() {
  const { total = 0, filterValues, meta, setFilters } = useListContext();
  const { q } = filterValues as FiledFilter;
  const { q: shown } = (meta as PageMeta).filter as FiledFilter;
  if (total <= PAGE_SIZE.mine && !q && !shown) return null;
  const search = (text: string) => setFilters(text.trim() === '' ? {} : { q: text.trim() });
  return (
    <div className={`${styles.search} screen-only`}>
      <ListSearch onSearch={search} />
    </div>
  );
}

/** The cards of the list in context. */
export function Cards() {
  const t = useStaffT();
  const { data } = useListContext<FiledRecord>();
  return (
    <ul aria-label={t('filed.title')} className={styles.cards}>
      {data?.map((referral) => (
        <RecordContextProvider key={referral.id} value={referral}>
          <Card />
        </RecordContextProvider>
      ))}
    </ul>
  );
}

function Card() {
  const t = useStaffT();
  const referral = useRecordContext<FiledRecord>();
  if (!referral) return null;
  const { first_name, last_name, tracking_id } = referral;
  return (
    <li data-row={referral.id} className={styles.card}>
      <div className={styles.person}>
        <h2 className={styles.name}>
          <bdi>{`${first_name} ${last_name}`.trim()}</bdi>
        </h2>
        {tracking_id ? <WhatWasFiled referral={referral} /> : <p>{t('filed.noDetails')}</p>}
      </div>
      <Answer />
    </li>
  );
}

/** What the reader sent; nothing of it is shown to somebody who did not file it. */
function WhatWasFiled({ referral }: { referral: FiledRecord }) {
  const t = useStaffT();
  const siteName = useSiteName();
  return (
    <>
      <p>
        <span>{`${t('filed.at')} `}</span>
        <FilingDay />
      </p>
      <p className={styles.code}>{referral.tracking_id}</p>
      <p>
        <span>{`${t('referrals.dob')}: `}</span>
        <DateField source="dob" />
      </p>
      <p>
        <bdi>{referral.contact_number}</bdi>
      </p>
      <p>
        <bdi>{siteName(referral.site.label)}</bdi>
      </p>
    </>
  );
}

/** The day on which it was filed, as the provider counts days. */
function FilingDay() {
  const { language } = useLanguage();
  const value = useRecordContext<FiledRecord>()?.entry_date ?? '';
  const date = readDateTime(value);
  return <time dateTime={value}>{date ? formatDate(dayOf(date), language) : value}</time>;
}

/** What may be said. An answer of a newer server is shown as the server says it. */
function Answer() {
  const t = useStaffT();
  const answerText = useAnswerText();
  const referral = useRecordContext<FiledRecord>();
  const { supportPhone, supportPhoneHref } = useServices().settings;
  if (!referral) return null;
  return (
    <div>
      <p className={styles.answer}>
        {answerText(referral.answer, referral.first_name, referral.status)}
      </p>
      {supportPhone && (
        <p className={styles.call}>
          <span>{`${t('filed.call')} `}</span>
          <PhoneLink phone={supportPhone} href={supportPhoneHref} />
        </p>
      )}
      {referral.consent && <Because consent={referral.consent} />}
    </div>
  );
}

/** What goes with an answer by consent: the statement of the law (42 CFR § 2.32), and the scope of the consent. */
function Because({ consent }: { consent: NonNullable<FiledRecord['consent']> }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const valueText = useValueText();
  return (
    <div className={styles.because}>
      <NoRedisclosure t={t} />
      <p>
        {t('filed.because', {
          name: consent.person_name,
          date: formatDate(consent.signed_on, language),
          level: valueText('consents.levels', consent.level),
          until: formatDate(consent.last_day, language),
        })}
      </p>
    </div>
  );
}
