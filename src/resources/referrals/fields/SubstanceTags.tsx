import { SUBSTANCES } from '../../../../contract/constants';
import { useStaffT } from '../../../i18n/useStaffT';
import tag from '../../../admin/field/tag.module.css';

/** The substances of a referral, each as a tag; one that is not on our list is shown as it came. */
export function SubstanceTags({ substances }: { substances: readonly string[] }) {
  const t = useStaffT();
  const text = (name: string) => {
    const known = SUBSTANCES.find((substance) => substance.name === name);
    return known ? t(`substances.${known.name}`) : name;
  };
  return (
    <ul className={tag.list}>
      {substances.map((name) => (
        <li key={name} className={tag.plain}>
          {text(name)}
        </li>
      ))}
    </ul>
  );
}
