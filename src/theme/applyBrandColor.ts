import { brandCss } from '../../contract/brandColor';
import { BRAND_STYLE_ID } from '../../contract/page';

/** Applies the provider's brand colour to the page. */
export function applyBrandColor(hex: string): void {
  const style = document.createElement('style');
  style.id = BRAND_STYLE_ID;
  style.textContent = brandCss(hex);
  document.head.append(style);
}
