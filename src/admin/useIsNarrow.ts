import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the window is below 900 px: tables become cards then, and filters wait behind a button. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 56.24rem)', { noSsr: true });
}
