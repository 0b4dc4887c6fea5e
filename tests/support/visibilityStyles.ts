/**
 * A PostCSS plugin that keeps only the declarations that Testing Library and jest-dom query: whether an element is hidden or
 * ignores the pointer. jsdom has no layout and computes every declaration again for each element that a query visits, which took
 * half the time of the screen tests.
 */
import type { CSSOptions } from 'vite';

type AcceptedPlugin = NonNullable<Extract<CSSOptions['postcss'], object>['plugins']>[number];
type Plugin = Extract<AcceptedPlugin, { postcssPlugin: string }>;

const QUERIED = /^(display|visibility|opacity|pointer-events)$/;

export const visibilityStyles: Plugin = {
  postcssPlugin: 'hiding-styles',
  OnceExit(sheet) {
    sheet.walkDecls((declaration) => {
      if (!QUERIED.test(declaration.prop)) declaration.remove();
    });
    sheet.walkRules((rule) => {
      if (rule.nodes.length === 0) rule.remove();
    });
  },
};
