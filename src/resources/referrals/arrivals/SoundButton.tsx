import { useIsNarrow } from '../../../admin';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { useArrivalSound } from './useArrivalSound';

/** Turns the sound for new referrals on, when it is heard once, and off. */
export function SoundButton() {
  const t = useStaffT();
  const isNarrow = useIsNarrow();
  const { isAvailable, isOn, change } = useArrivalSound();
  if (isNarrow || !isAvailable) return null;
  return (
    <Button variant="quiet" onClick={() => change(!isOn)}>
      {t(isOn ? 'referrals.soundOff' : 'referrals.soundOn')}
    </Button>
  );
}
