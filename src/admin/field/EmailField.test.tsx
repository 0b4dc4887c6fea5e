import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailField } from './EmailField';

/** Renders an address and returns its pieces, between which a line may break. */
function renderPieces(address: string): string[] {
  render(<EmailField address={address} />);
  const drawn = screen.getByTitle(address);
  expect(drawn.textContent).toBe(address);
  return drawn.innerHTML.replaceAll(/<\/?span>/g, '').split('<wbr>');
}

it.each([
  ['ana@school.example', ['ana@', 'school', '.example']],
  ['ana.m.lopez@mail.school.example', ['ana', '.m', '.lopez@', 'mail', '.school', '.example']],
  ['.odd..one@@x.', ['.odd', '.', '.one@', '@', 'x', '.']],
  ['postmaster', ['postmaster']],
])('%s wraps only after its @ and before each dot', (...row) => {
  const [address, pieces] = row;
  expect(renderPieces(address)).toEqual(pieces);
});
