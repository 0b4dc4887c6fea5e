import { Fragment } from 'react';
import styles from './EmailField.module.css';

/** What stays in one line: up to a dot, or up to and with the '@'. */
const PIECES = /\.?[^.@]+@?|[.@]/g;

/** An e-mail address that goes on in the next line where it is read best. Its text stays the plain address. */
export function EmailField({ address }: { address: string }) {
  const pieces = [...address.matchAll(PIECES)];
  return (
    <span className={styles.email}>
      {pieces.map(({ 0: piece, index }) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}
