import { Fragment } from 'react';
import styles from './EmailField.module.css';

/** Parts that do not wrap: up to a dot, or up to and including the '@'. */
const PIECES = /\.?[^.@]+@?|[.@]/g;

/**
 * An email address that wraps before dots and after the '@'. Its text stays the plain address.
 *
 * @example
 * <DataTable.Col<AccountRecord> label="accounts.email" render={({ username }) => <EmailField address={username} />} />
 */
export function EmailField({ address }: { address: string }) {
  const pieces = [...address.matchAll(PIECES)];
  return (
    <bdi className={styles.email} title={address}>
      {pieces.map(({ 0: piece, index }) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span>{piece}</span>
        </Fragment>
      ))}
    </bdi>
  );
}
