import { useMemo } from 'react';
import { encode } from 'uqr';

/** White modules around the code, which many phones need to find it. */
const QUIET_ZONE = 4;

/**
 * A text as a QR code, dark on white in any theme. It is readable with up to 15 % of it damaged.
 *
 * @example
 * <QrCode text="https://provider.example/" label={t('poster.code')} className={styles.code} />
 */
export function QrCode({
  text,
  label,
  className,
}: {
  text: string;
  /** The accessible name. */
  label: string;
  className?: string;
}) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: QUIET_ZONE }), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={drawModules(data)} fill="#000" />
    </svg>
  );
}

/** A square for each dark module. */
function drawModules(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
}
