/**
 * Builds statements once for each shape of a query.
 * @param build builds them for a shape: plain data, of which there are few
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
