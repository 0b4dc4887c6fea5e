/** The pages as HTML, made once when the peers are built. */
import { renderToString } from 'react-dom/server';
import { MuiPage } from './MuiPage';
import { PlainPage } from './PlainPage';

/** What emotion writes in front of an element it styles, where there is no document to put it into. */
const STYLE = /<style data-emotion="[^"]*">.*?<\/style>/gs;

export const plainHtml = () => ({ head: '', body: renderToString(<PlainPage />) });

/** Its styles stand in the head, where emotion finds them when it takes over. */
export function muiHtml(): { head: string; body: string } {
  const html = renderToString(<MuiPage />);
  return { head: (html.match(STYLE) ?? []).join(''), body: html.replace(STYLE, '') };
}
