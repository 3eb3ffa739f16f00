import { useLingui } from '@lingui/react/macro';
import { Network, Plus } from 'lucide-react';
import { Button, Menu } from '../../../kit/index.ts';
import { stepTypes } from '../definition/schema.ts';
import { iconOf, useWords } from '../words.ts';
import type { EditorActions } from './use-editor-actions.ts';

export function EditTools({ actions }: { actions: EditorActions }) {
  const { t } = useLingui();
  const words = useWords();
  return (
    <>
      <Menu
        trigger={<Button look="quiet" icon={<Plus size={16} aria-hidden />}>{t`Add step`}</Button>}
        items={stepTypes.map((type) => {
          const Icon = iconOf(type);
          return { label: words.stepKind(type), icon: <Icon size={16} aria-hidden />, onSelect: () => actions.add(type) };
        })}
      />
      <Button look="quiet" icon={<Network size={16} aria-hidden />} onClick={actions.tidy}>{t`Tidy`}</Button>
    </>
  );
}
