import { useRef, useState } from 'react';
import { useDialogMutation } from '../../admin/dialog/useDialogMutation';

/**
 * The site being added. Once it has been, the field is empty and has the focus: one adds several. What is being typed by
 * then stays.
 */
export function useAddSite() {
  const [name, setName] = useState('');
  const [isFlagged, setFlagged] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const write = useDialogMutation<string>({
    send: async (provider, sent) => {
      await provider.create('sites', { data: { name: sent } });
      setName((typed) => (typed.trim() === sent ? '' : typed));
      const { current } = field;
      if (current?.form?.contains(document.activeElement)) current.focus();
    },
    done: 'sites.added',
    failed: 'sites.notAdded',
    isRepeatable: true,
  });

  const submit = () => {
    const wanted = name.trim();
    setFlagged(wanted === '');
    if (wanted === '') return field.current?.focus();
    write.start(wanted);
  };

  return {
    name,
    change: setName,
    field,
    isMissing: isFlagged && name.trim() === '',
    hasInput: name.trim() !== '' && !write.isBusy,
    submit,
    write,
  };
}

export type AddSite = ReturnType<typeof useAddSite>;
