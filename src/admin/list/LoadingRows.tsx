import Skeleton from '@mui/material/Skeleton';
import styles from './LoadingRows.module.css';

/** About as many as fit into a window. */
const USUAL = 8;

/** Skeleton rows while the first page loads. */
export function LoadingRows({ count = USUAL }: { count?: number }) {
  return (
    <div className={styles.rows}>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={44} />
      ))}
    </div>
  );
}
