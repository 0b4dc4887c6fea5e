import { brandCss } from '../../contract/brandColor';
import { BRAND_STYLE_ID } from '../../contract/page';

/** Draws the app in a provider's colour, from now on. */
export function showBrand(hex: string): void {
  const style = document.createElement('style');
  style.id = BRAND_STYLE_ID;
  style.textContent = brandCss(hex);
  document.head.append(style);
}
