import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { useLeaveDialog } from '../dialog/Dialog';
import { useShortcutKeys } from '../keys/useShortcutKeys';
import styles from './RecordSteps.module.css';
import type { useRecordSteps } from './useRecordSteps';

interface Props {
  readonly steps: ReturnType<typeof useRecordSteps>;
  /** Called before the record is left. */
  readonly onLeave: () => void;
}

/** Buttons to the previous and the next record of the list, and the position between them; nothing for a record that it lacks. */
export function RecordSteps({ steps, onLeave }: Props) {
  const t = useStaffT();
  const leave = useLeaveDialog();
  const { isOn } = useShortcutKeys();
  const { position, total } = steps;
  if (position === undefined) return null;
  const button = (text: 'record.previous' | 'record.next', key: string, step?: () => void) => (
    <Button
      variant="secondary"
      aria-disabled={step ? undefined : true}
      aria-keyshortcuts={isOn ? key : undefined}
      busy={steps.isTurning}
      onClick={() => step && leave(stepping(step, onLeave))}
    >
      {t(text)}
      {isOn && (
        <kbd aria-hidden="true" className={styles.key}>
          {key}
        </kbd>
      )}
    </Button>
  );
  return (
    <>
      <span className={styles.position}>
        {total === undefined
          ? t('record.positionOnly', { position })
          : t('record.position', { position, total })}
      </span>
      {button('record.previous', 'k', steps.previous)}
      {button('record.next', 'j', steps.next)}
    </>
  );
}

/** Leaves a record by a step. */
export const stepping = (step: () => void, onLeave: () => void) => () => {
  onLeave();
  step();
};
