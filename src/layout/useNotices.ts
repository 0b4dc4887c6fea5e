import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { useCan } from '../shared/useCan';
import { useFeature } from '../admin/useFeature';

/** Milliseconds after which they are asked for again. */
const ASK_AGAIN = 60_000;
const NONE: readonly string[] = [];

/**
 * The codes of what the person should know about, as often asked for as the referrals are counted; those of a newer server
 * among them. What was known stays while the server does not answer.
 */
export function useNotices(): readonly string[] {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('notices');
  const mayAsk = useCan('notice.list');
  const { data } = useQuery({
    queryKey: ['notices'],
    queryFn: async ({ signal }) => {
      const { data: answer } = await provider.listNotices({ signal });
      return codesIn(answer);
    },
    enabled: isOffered && mayAsk,
    refetchInterval: ASK_AGAIN,
    refetchOnWindowFocus: true,
  });
  return data ?? NONE;
}

/** When the session has ended over it, react-admin answers with nothing; and a server may answer anything. */
function codesIn(answer: readonly ({ readonly code?: unknown } | null)[] | undefined): string[] {
  const codes = (answer ?? []).map((notice) => notice?.code);
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}
