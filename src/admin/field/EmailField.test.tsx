import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailField } from './EmailField';

/** Draws an address; answers its pieces, between which a line may end. */
function drawPieces(address: string): string[] {
  render(<EmailField address={address} />);
  const drawn = screen.getByText(address);
  expect(drawn.textContent).toBe(address);
  return drawn.innerHTML.split('<wbr>');
}

it.each([
  ['ana@school.example', ['ana@', 'school', '.example']],
  ['ana.m.lopez@mail.school.example', ['ana', '.m', '.lopez@', 'mail', '.school', '.example']],
  ['.odd..one@@x.', ['.odd', '.', '.one@', '@', 'x', '.']],
  ['postmaster', ['postmaster']],
])('%s wraps only after its @ and before each dot', (...row) => {
  const [address, pieces] = row;
  expect(drawPieces(address)).toEqual(pieces);
});
