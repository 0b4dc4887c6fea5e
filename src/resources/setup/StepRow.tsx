import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import type { ReactNode } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './Setup.module.css';

interface Props {
  readonly isDone: boolean;
  readonly title: string;
  /** Shown until the step is done. */
  readonly why?: string | undefined;
  /** Names of settings of the server that it lacks. */
  readonly missing: readonly string[];
  readonly action: ReactNode;
  /** Below title and action. */
  readonly outcome?: ReactNode;
}

/** The layout of a step. */
export function StepRow({ isDone, title, why, missing, action, outcome }: Props) {
  const t = useStaffT();
  const Icon = isDone ? CheckCircleIcon : OpenIcon;
  return (
    <li className={styles.step}>
      <Icon aria-hidden="true" className={isDone ? styles.done : styles.open} />
      <div className={styles.text}>
        <h3 className={styles.title}>
          <span className="visually-hidden">{t(isDone ? 'setup.done' : 'setup.open')}</span>{' '}
          <span>{title}</span>
        </h3>
        {why && !isDone && <p>{why}</p>}
        {missing.length > 0 && <MissingSettings names={missing} />}
      </div>
      <div className={styles.action}>{action}</div>
      <div className={styles.outcome}>{outcome}</div>
    </li>
  );
}

function MissingSettings({ names }: { names: readonly string[] }) {
  const t = useStaffT();
  return (
    <p>
      <span>{`${t('setup.missing')} `}</span>
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && <span>, </span>}
          <code>{name}</code>
        </span>
      ))}
      <span>{`. ${t('setup.missingHint')}`}</span>
    </p>
  );
}
