import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the window is narrower than 900 px: lists show cards, and filters are behind a button. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 56.24rem)', { noSsr: true });
}
