import { endpoints, extraEndpoints } from '../../../contract/calls/endpoints';
import { isReadAction } from '../../../contract/staffConstants';

/** Actions of the log that are no call. */
const EVENTS = ['refreshReuse', 'resetSuperuser', 'moreRefusals'];
const ACTIONS = [...Object.keys(endpoints), ...Object.keys(extraEndpoints), ...EVENTS];

/**
 * The actions to choose from, by name. Those of the same name are one choice, its value all of them, separated by commas; those
 * without a name are never in the log.
 * @param nameOf returns the action itself if it has no name
 */
export function actionChoices(nameOf: (action: string) => string, language: string) {
  const byName = new Map<string, string[]>();
  for (const action of ACTIONS) {
    const name = nameOf(action);
    if (name !== action) byName.set(name, [...(byName.get(name) ?? []), action]);
  }
  const choices = [...byName].map(([label, actions]) => ({
    label,
    value: actions.join(','),
    isRead: isReadAction(actions[0] ?? ''),
  }));
  const sorted = choices.toSorted((one, other) => one.label.localeCompare(other.label, language));
  return {
    changes: sorted.filter(({ isRead }) => !isRead),
    reads: sorted.filter(({ isRead }) => isRead),
  };
}
