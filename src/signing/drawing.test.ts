import { expect, it } from 'vitest';
import type { Drawing } from '../../contract/entities/consent';
import { DRAWING_LIMITS } from '../../contract/staffConstants';
import { addPoint } from './drawing';

const draw = (points: readonly (readonly [number, number])[], drawing: Drawing = []) =>
  points.reduce((drawn, [x, y], at) => addPoint(drawn, x, y, at === 0), drawing);

it('draws lines of whole points', () => {
  const first = draw([
    [1.4, 2.6],
    [10, 20],
  ]);
  expect(draw([[30, 30]], first)).toEqual([
    [
      [1, 3],
      [10, 20],
    ],
    [[30, 30]],
  ]);
});

it('keeps to the field, and leaves out what is near', () => {
  expect(
    draw([
      [-5, 900],
      [1, 159],
      [700, -1],
    ]),
  ).toEqual([
    [
      [0, 160],
      [600, 0],
    ],
  ]);
});

it('goes on in another line where one is full, until the drawing is', () => {
  const many = Array.from(
    { length: DRAWING_LIMITS.points * DRAWING_LIMITS.lines * 2 },
    (_, at) => [at % 2 === 0 ? 0 : 600, 80] as const,
  );
  const drawing = draw(many);
  expect(drawing).toHaveLength(DRAWING_LIMITS.lines);
  expect(new Set(drawing.map((line) => line.length))).toEqual(new Set([DRAWING_LIMITS.points]));
  expect(drawing[1]?.[0]).toEqual(drawing[0]?.at(-1));
  expect(addPoint(drawing, 5, 5, true)).toBe(drawing);
  expect(addPoint([], 5, 5, false)).toEqual([[[5, 5]]]);
});
