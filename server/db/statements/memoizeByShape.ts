/**
 * Size of the cache. Staff use a few dozen shapes; a client that tries all combinations of filters only causes cache misses.
 */
const MAX_CACHED = 500;

/**
 * Memoizes `build` by the shape of a query, in an LRU cache.
 * @param build builds statements for a shape: plain data, its fields always in the same order. A shape contains no unvalidated
 *   text: the number of shapes must be limited
 */
export function memoizeByShape<Shape, Built>(
  build: (shape: Shape) => Built,
): (shape: Shape) => Built {
  const cache = new Map<string, Built>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const built = cache.get(key) ?? build(shape);
    cache.delete(key);
    cache.set(key, built);
    for (const [leastRecent] of cache) {
      if (cache.size <= MAX_CACHED) break;
      cache.delete(leastRecent);
    }
    return built;
  };
}
