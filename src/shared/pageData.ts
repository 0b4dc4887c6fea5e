import { PAGE_DATA_ID, type PageData } from '../../contract/page';

/** The data our server embedded in the page; undefined if another host served it. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}
