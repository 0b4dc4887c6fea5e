/** Prerenders the pages when the peers are built. */
import { renderToString } from 'react-dom/server';
import { MuiPage } from './MuiPage';
import { PlainPage } from './PlainPage';

/** The style elements that emotion puts before the elements it styles if there is no document. */
const STYLE = /<style data-emotion="[^"]*">.*?<\/style>/gs;

export const plainHtml = () => ({ head: '', body: renderToString(<PlainPage />) });

/** The styles are in the head, where emotion finds them during hydration. */
export function muiHtml(): { head: string; body: string } {
  const html = renderToString(<MuiPage />);
  return { head: (html.match(STYLE) ?? []).join(''), body: html.replace(STYLE, '') };
}
