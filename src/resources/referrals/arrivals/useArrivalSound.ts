import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'react-admin';

// In seconds, hertz, and a part of the full volume.
const DURATION = 0.4;
const PITCH = 660;
const VOLUME = 0.2;

/** Plays a short tone that fades away. It says nothing about anyone. */
function playTone(): void {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: PITCH });
  const volume = new GainNode(context, { gain: VOLUME });
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + DURATION);
  tone.connect(volume).connect(context.destination);
  tone.addEventListener('ended', () => void context.close());
  tone.start();
  tone.stop(context.currentTime + DURATION);
}

/**
 * Whether arrivals make a sound: off until the person turns it on, and until they sign out. Browsers allow a sound only after the
 * person has used the page, which turning it on does.
 */
export function useArrivalSound() {
  const [isOn, setOn] = useStore('referrals.arrivalSound', false);
  const change = useCallback(
    (next: boolean) => {
      setOn(next);
      if (next) playTone();
    },
    [setOn],
  );
  return { isAvailable: 'AudioContext' in window, isOn, change };
}

/** Plays the sound, if it is on, each time that the number of arrivals grows. */
export function useSoundOnArrival(arrivals: number): void {
  const { isOn } = useArrivalSound();
  const before = useRef(arrivals);
  useEffect(() => {
    if (isOn && arrivals > before.current) playTone();
    before.current = arrivals;
  }, [arrivals, isOn]);
}
