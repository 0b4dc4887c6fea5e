import Skeleton from '@mui/material/Skeleton';
import styles from './LoadingRows.module.css';

/** About as many as fit a window. */
const USUAL = 8;

/** The shape of the list while its first page is on its way. */
export function LoadingRows({ count = USUAL }: { count?: number }) {
  return (
    <div className={styles.rows}>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={44} />
      ))}
    </div>
  );
}
