import { useEffect, useState } from 'react';
import { useGetOne, useListContext } from 'react-admin';
import { lazyComponent } from '../../../app/lazyComponent';
import { RESOURCES } from '../../../app/routes';
import { useServices } from '../../../app/services';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useCanAct } from '../useCanAct';
import { forgetCall, onCall, type PendingCall, readCall } from './pendingCall';

/** Lazy, as a list is opened more often than a call is made from it. */
const CallDialog = lazyComponent(async () => (await import('./CallDialog')).CallDialog, null);

/**
 * Asks what came of a call: at once if it was started from a row, as the question then waits behind the phone's own screen, and once
 * the page is there again, also one that the phone had thrown away during the call.
 */
export function CallReturn() {
  const { session } = useServices();
  const [call, setCall] = useState<PendingCall | null>(null);
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') setCall((asked) => asked ?? readCall());
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('pageshow', ask);
    const stop = onCall(() => setCall(readCall()));
    return () => {
      stop();
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('pageshow', ask);
    };
  }, []);
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().status !== 'signed-out') return;
        forgetCall();
        setCall(null);
      }),
    [session],
  );
  const close = () => {
    forgetCall();
    setCall(null);
  };
  return call && <Asked key={call.id} call={call} onClose={close} />;
}

function Asked({ call: { id, at }, onClose }: { call: PendingCall; onClose: () => void }) {
  // As the row has it, with what a row of the list of today knows besides; it may leave the list while it is asked.
  const { data: rows } = useListContext<ReferralRecord>();
  const [row] = useState(rows?.find((one) => one.id === id));
  const { data = row } = useGetOne<ReferralRecord>(RESOURCES.referrals, { id });
  return data ? <AskedOf record={{ ...row, ...data }} calledAt={at} onClose={onClose} /> : null;
}

interface AskedOfProps {
  readonly record: ReferralRecord;
  readonly calledAt: number;
  readonly onClose: () => void;
}

function AskedOf(props: AskedOfProps) {
  return useCanAct(props.record) ? <CallDialog {...props} /> : null;
}
