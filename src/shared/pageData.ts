import { PAGE_DATA_ID, type PageData } from '../../contract/page';

/** What the server put into the page; undefined on a page that comes from elsewhere. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}
