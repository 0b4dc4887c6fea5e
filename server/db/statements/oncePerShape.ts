/**
 * Builds statements once for each shape of a query, and keeps them for ever: a shape never has text that was not checked.
 * @param build builds them for a shape: plain data, its fields always in the same order
 */
export function oncePerShape<Shape, Built>(
  build: (shape: Shape) => Built,
): (shape: Shape) => Built {
  const known = new Map<string, Built>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const built = known.get(key) ?? build(shape);
    known.set(key, built);
    return built;
  };
}
