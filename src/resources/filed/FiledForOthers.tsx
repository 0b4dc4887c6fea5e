import { useId, useRef } from 'react';
import { ListBase, ListView, Pagination, SectionHeading } from '../../admin';
import { RESOURCES } from '../../app/routes';
import { useServices } from '../../app/services';
import type { FiledRecord } from '../../dataProvider/filed';
import { useStaffT } from '../../i18n/useStaffT';
import { PAGE_SIZE } from '../../../contract/staffConstants';
import { Cards } from './FiledList';
import { NewsMail } from './NewsMail';
import { useReader } from './useReader';

interface Props {
  /** The class of a card of the page. */
  readonly className: string | undefined;
}

/** What a person with a login for their own referral filed for others, as a part of a page; nothing for who filed none. */
export function FiledForOthers({ className }: Props) {
  const t = useStaffT();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { brandName } = useServices().settings;
  const { data: reader } = useReader();
  if (!reader?.filed) return null;
  return (
    <section aria-labelledby={titleId} className={className}>
      <div id={titleId}>
        <SectionHeading ref={heading}>{t('filed.title')}</SectionHeading>
      </div>
      <p>{t('filed.intro', { brand: brandName })}</p>
      <NewsMail />
      <ListBase<FiledRecord>
        resource={RESOURCES.filed}
        storeKey={false}
        perPage={PAGE_SIZE.mine}
        heading={heading}
      >
        <ListView
          messages={{ loadFailed: 'referrals.loadFailed', stale: 'referrals.rowsKept' }}
          empty={{ title: 'filed.empty' }}
          heading={heading}
          skeletonRows={1}
        >
          <Cards />
        </ListView>
        <Pagination label="filed.pages" />
      </ListBase>
    </section>
  );
}
