/** Statements that are kept. Staff use a few dozen shapes; whoever tries all combinations of filters only has them built again. */
const MAX_KEPT = 500;

/**
 * Builds statements once for each shape of a query, and keeps those of the latest shapes.
 * @param build builds them for a shape: plain data without a text that was not checked, its fields always in the same order
 */
export function oncePerShape<Shape, Built>(
  build: (shape: Shape) => Built,
): (shape: Shape) => Built {
  const kept = new Map<string, Built>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const built = kept.get(key) ?? build(shape);
    kept.delete(key);
    kept.set(key, built);
    for (const [oldest] of kept) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return built;
  };
}
