import tag from './tag.module.css';
import styles from './TagList.module.css';

interface Props {
  readonly names: readonly string[];
  /** Shorter names for the cell of a table; by default the names. */
  readonly shortNames?: readonly string[];
}

/**
 * Names as tags. The cell of a table shows the first one and how many more there are, on one line; its tooltip, screen readers
 * and paper have all names.
 *
 * @example
 * <TagList names={schools.map(({ name }) => siteName(name))} />
 */
export function TagList({ names, shortNames = names }: Props) {
  if (names.length === 0) return null;
  return (
    <div title={names.join(', ')}>
      <span aria-hidden="true" className={`${styles.short} screen-only`}>
        <bdi className={`${tag.plain} ${styles.first}`}>{shortNames[0]}</bdi>
        {names.length > 1 && <span>{`+${names.length - 1}`}</span>}
      </span>
      <ul className={`${tag.list} ${styles.all}`}>
        {names.map((name) => (
          <li key={name} className={tag.plain}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
