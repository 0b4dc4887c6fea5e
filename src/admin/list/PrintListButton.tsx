import { type ReactNode, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Elements } from '../../app/elements';
import { lazyComponent } from '../../app/lazyComponent';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import type { PrintedListTexts } from './PrintListDialog';
import type { PageMeta } from './usePagedListController';

interface Props extends PrintedListTexts {
  /** What the paper says before the rows, such as by what they are filtered. */
  readonly head?: Elements;
  /** DataTable.Col elements. */
  readonly children: ReactNode;
}

/** Loaded at the first click. */
const PrintListDialog = lazyComponent(
  async () => (await import('./PrintListDialog')).PrintListDialog,
  null,
);

/**
 * Prints the list in context: the page in sight, or all that match, where there are more. Off while there is nothing to print.
 *
 * @example
 * <PrintListButton title="referrals.title" confidential="referrals.confidential">
 *   {columns}
 * </PrintListButton>
 */
export function PrintListButton(props: Props) {
  const t = useStaffT();
  const [isOpen, setOpen] = useState(false);
  const { data = [], total = 0, meta } = useListContext();
  const { more = false } = (meta ?? {}) as Partial<PageMeta>;
  const hasMore = more || total > data.length;
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup={hasMore ? 'dialog' : undefined}
        aria-disabled={data.length === 0}
        onClick={() => (hasMore ? setOpen(true) : window.print())}
      >
        {t('sheet.print')}
      </Button>
      {isOpen && <PrintListDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
