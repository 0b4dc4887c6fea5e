import { createTheme } from '@mui/material/styles';

/** A colour of tokens.css, which defines them all, light and dark. */
const color = (name: string) => `var(--color-${name})`;

const LOW_WINDOW = '@media (max-height: 30rem)';

/** The same focus outline as on public pages: MUI removes the browser's. */
const focusRing = { outline: `3px solid ${color('focus')}`, outlineOffset: 2 };

/**
 * The MUI theme, built on tokens.css, so that staff and public pages look alike and follow the system's light or dark
 * scheme. `nativeColor` allows CSS variables as colours: the browser mixes the shades instead of a script.
 */
export const muiTheme = createTheme({
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  palette: {
    primary: {
      main: color('brand'),
      dark: color('brand-strong'),
      light: color('brand-soft'),
      contrastText: color('on-brand'),
    },
    text: { primary: color('text'), secondary: color('muted'), disabled: color('muted') },
    background: { default: color('page'), paper: color('raised') },
    divider: color('line'),
    action: {
      active: color('muted'),
      hover: color('brand-soft'),
      selected: color('brand-soft'),
      focus: color('brand-soft'),
    },
  },
  shape: { borderRadius: 10 },
  typography: { fontFamily: 'var(--font)' },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
    },
    MuiDialog: {
      // No transition: the dialog opens and closes at once, and the focus returns without a delay.
      defaultProps: { transitionDuration: 0 },
      styleOverrides: {
        paper: {
          backgroundImage: 'none',
          boxShadow: 'var(--shadow)',
          '@media (max-width: 480px)': {
            margin: 8,
            width: 'calc(100% - 16px)',
            maxHeight: 'calc(100% - 16px)',
          },
          // Too low for a scrolling content area: the whole dialog scrolls.
          [LOW_WINDOW]: { display: 'block', overflowY: 'auto' },
        },
      },
    },
    MuiDialogTitle: {
      styleOverrides: {
        root: {
          fontSize: 'var(--text-lg)',
          fontWeight: 700,
          lineHeight: 1.3,
          overflowWrap: 'anywhere',
          // However long a name it contains, the content has room; all of it can be scrolled to.
          maxHeight: '30dvh',
          overflow: 'hidden auto',
          [LOW_WINDOW]: { maxHeight: 'none', overflow: 'clip' },
        },
      },
    },
    MuiDialogContent: { styleOverrides: { root: { [LOW_WINDOW]: { overflowY: 'visible' } } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '1rem 1.5rem', gap: '0.5rem' } } },
    MuiPaginationItem: {
      styleOverrides: {
        root: {
          minWidth: 44,
          height: 44,
          margin: 0,
          fontVariantNumeric: 'tabular-nums',
          // Marks the current page where forced colours remove its background.
          '&.Mui-selected': { '@media (forced-colors: active)': { border: '2px solid Highlight' } },
        },
        ellipsis: { lineHeight: '44px' },
      },
    },
  },
});
