import SoundOffIcon from '@mui/icons-material/VolumeOff';
import SoundOnIcon from '@mui/icons-material/VolumeUp';
import { useIsNarrow } from '../../../admin';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { useArrivalSound } from './useArrivalSound';

/** Turns the sound for new referrals on and off; turning it on plays it once. */
export function SoundButton() {
  const t = useStaffT();
  const isNarrow = useIsNarrow();
  const { isAvailable, isOn, change } = useArrivalSound();
  if (isNarrow || !isAvailable) return null;
  const label = t(isOn ? 'referrals.soundOff' : 'referrals.soundOn');
  const Icon = isOn ? SoundOnIcon : SoundOffIcon;
  // An icon, as the head of the list has no room for another text at 1440 pixels.
  return (
    <Button variant="quiet" aria-label={label} title={label} onClick={() => change(!isOn)}>
      <Icon fontSize="small" />
    </Button>
  );
}
