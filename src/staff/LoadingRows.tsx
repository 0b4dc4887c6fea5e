import Skeleton from '@mui/material/Skeleton';
import styles from './LoadingRows.module.css';

/** About as many as fit a window. */
const ROWS = Array.from({ length: 8 }, (_, index) => index);

/** The shape of the list while its first page is on its way. */
export function LoadingRows() {
  return (
    <div className={styles.rows}>
      {ROWS.map((row) => (
        <Skeleton key={row} variant="rounded" height={44} />
      ))}
    </div>
  );
}
