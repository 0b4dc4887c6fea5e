/**
 * A PostCSS plugin: leaves of the style sheets what Testing Library and jest-dom ask for, whether an element is hidden or takes
 * no pointer. jsdom has no layout, and computes every declaration anew for each element that a query looks at: with all of
 * them that was half of what the screen tests took.
 */
import type { CSSOptions } from 'vite';

type AcceptedPlugin = NonNullable<Extract<CSSOptions['postcss'], object>['plugins']>[number];
type Plugin = Extract<AcceptedPlugin, { postcssPlugin: string }>;

const ASKED_FOR = /^(display|visibility|opacity|pointer-events)$/;

export const hidingStyles: Plugin = {
  postcssPlugin: 'hiding-styles',
  OnceExit(sheet) {
    sheet.walkDecls((declaration) => {
      if (!ASKED_FOR.test(declaration.prop)) declaration.remove();
    });
    sheet.walkRules((rule) => {
      if (rule.nodes.length === 0) rule.remove();
    });
  },
};
