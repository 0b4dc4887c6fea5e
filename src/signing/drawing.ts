import type { Drawing } from '../../contract/entities/consent';
import { DRAWING_LIMITS, DRAWING_SIZE } from '../../contract/staffConstants';

/** Points that are nearer to the one before are left out. */
const MIN_DISTANCE = 3;

const within = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max));

/**
 * Adds a point to a drawing, within its limits: a line that is full goes on as another one, and one drawing that is full stays as it
 * is.
 * @param x of `DRAWING_SIZE.width`; outside of the field, its edge
 * @param y of `DRAWING_SIZE.height`
 */
export function addPoint(drawing: Drawing, x: number, y: number, isNewLine: boolean): Drawing {
  const point: [number, number] = [within(x, DRAWING_SIZE.width), within(y, DRAWING_SIZE.height)];
  const line = drawing.at(-1);
  const last = line?.at(-1);
  if (isNewLine || !line || !last) {
    return drawing.length < DRAWING_LIMITS.lines ? [...drawing, [point]] : drawing;
  }
  if (Math.hypot(point[0] - last[0], point[1] - last[1]) < MIN_DISTANCE) return drawing;
  if (line.length < DRAWING_LIMITS.points) return [...drawing.slice(0, -1), [...line, point]];
  return drawing.length < DRAWING_LIMITS.lines ? [...drawing, [last, point]] : drawing;
}
