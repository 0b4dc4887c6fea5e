import type { Option } from './useSelectMenu';

/** The options whose label contains the text, ignoring case. An empty text keeps all. */
export function filterOptions(options: readonly Option[], text: string): readonly Option[] {
  const wanted = text.trim().toLocaleLowerCase();
  return options.filter((option) => option.label.toLocaleLowerCase().includes(wanted));
}
