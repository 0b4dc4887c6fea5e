import useMediaQuery from '@mui/material/useMediaQuery';
import { useT } from '../../../i18n/I18nProvider';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { EmptyList } from './EmptyList';
import { LoadingRows } from './LoadingRows';
import { LoadProblem } from './LoadProblem';
import { ReferralCards } from './ReferralCards';
import styles from './ReferralRows.module.css';
import { ReferralTable } from './ReferralTable';
import type { OpenDialog } from '../useReferralDialog';

/** Below 900 px the table becomes cards. */
const TOO_NARROW_FOR_TABLE = '(max-width: 56.24rem)';

interface Props {
  rows: readonly ReferralRecord[] | undefined;
  isFetching: boolean;
  /** Why the rows asked for last did not come, if so. */
  error: Error | null;
  tryAgain: () => void;
  onOpen: OpenDialog;
}

/** The rows as there is room for them, or what stands in their place. */
export function ReferralRows({ rows, isFetching, error, tryAgain, onOpen }: Props) {
  const t = useT();
  const isNarrow = useMediaQuery(TOO_NARROW_FOR_TABLE, { noSsr: true });

  if (!rows) return error ? <LoadProblem error={error} onTryAgain={tryAgain} /> : <LoadingRows />;
  if (rows.length === 0) return <EmptyList />;
  const Rows = isNarrow ? ReferralCards : ReferralTable;
  return (
    <div className={styles.rows} aria-busy={isFetching}>
      <p role="status" className="visually-hidden">
        {isFetching && t('app.loading')}
      </p>
      <Rows rows={rows} onOpen={onOpen} />
    </div>
  );
}
