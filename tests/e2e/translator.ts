/** A translator as browsers have one, for pages that the browser translates while they are used. */
import type { BrowserContext } from '@playwright/test';

/** When the translator starts: once the app has started, as when the visitor asks for it, or with the page, before its scripts. */
export type TranslatorStart = 'after the app' | 'before the app';

/**
 * Makes all pages of a browser be translated, as by Chrome's Google Translate: each text, also one that appears later, is replaced
 * at once by an element with its translation. Here it is the same text, so that a test finds what it looks for, and fails where
 * the page goes on showing a former one.
 */
export async function translatePages(
  context: BrowserContext,
  start: TranslatorStart = 'after the app',
): Promise<void> {
  await context.addInitScript((when) => {
    /** Not shown as text, or not translated. */
    const LEFT = 'font, script, style, noscript, textarea, [translate=no]';
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
    const font = () => {
      const element = document.createElement('font');
      element.style.verticalAlign = 'inherit';
      return element;
    };
    const translate = (text: Node) => {
      const parent = text.parentElement;
      if (!parent?.closest('body') || parent.closest(LEFT) || !text.nodeValue) return;
      const [outer, inner] = [font(), font()];
      inner.textContent = text.nodeValue;
      outer.append(inner);
      parent.replaceChild(outer, text);
    };
    const translateAll = (node: Node) => {
      if (isText(node)) return translate(node);
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(translate);
      return undefined;
    };
    const run = () => {
      const observer = new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === 'characterData') translate(target);
          else addedNodes.forEach(translateAll);
        }
      });
      const all = { childList: true, characterData: true, subtree: true };
      observer.observe(document, all);
      translateAll(document);
    };
    if (when === 'before the app') return run();
    // A page that the server has not rendered is rendered by the app as a whole; of one that it has, the app says when it has
    // taken it over.
    addEventListener('DOMContentLoaded', () => {
      const isRendered = document.querySelector('#root')?.hasChildNodes();
      if (!isRendered || 'ready' in document.documentElement.dataset) return run();
      const watch = new MutationObserver(() => {
        watch.disconnect();
        run();
      });
      watch.observe(document.documentElement, { attributeFilter: ['data-ready'] });
      return undefined;
    });
    return undefined;
  }, start);
}
