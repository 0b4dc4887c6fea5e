/** Defers a dialog's requests until it is painted, as on a slow phone a request takes a third of the time to open one. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Runs a function after the next frame is painted: callbacks of `requestAnimationFrame` run just before.
 * @returns cancels it
 */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Whether the calling component has been painted.
 *
 * @example
 * const isPainted = useIsPainted();
 * const { data } = useQuery({ queryKey, queryFn, enabled: isPainted });
 */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}

/**
 * Fetches a resource's list again for a dialog on one of its rows: the row may be old, and the session or the access may have
 * ended.
 *
 * @example
 * function ReadOnlyStatusDialog({ record, onClose }: RowDialogProps<ReferralRecord>) {
 *   useRefetchList(RESOURCES.referrals);
 *   return <RecordDialog referral={record} onClose={onClose} actions={<CloseButton />}>…</RecordDialog>;
 * }
 */
export function useRefetchList(resource: string): void {
  const queries = useQueryClient();
  useEffect(
    () => afterPaint(() => void queries.invalidateQueries({ queryKey: [resource, 'getList'] })),
    [queries, resource],
  );
}
